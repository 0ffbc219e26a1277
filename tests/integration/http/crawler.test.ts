import { describe, expect, it } from "vitest";
import { isCrawler } from "~/request/crawler";

const browserEngine = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0";

describe("isCrawler", () => {
  it.each([
    `Mozilla/5.0 (Linux; Android 8.1.0; M bot 60 Build/O11019) ${browserEngine} Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 7.0; M bot 551) ${browserEngine} Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 8.1.0; M bot tab 70) ${browserEngine} Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 6.0; M_bot_tab_90 Build/MRA58K) ${browserEngine} Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 11; CUBOT X50) ${browserEngine} Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 6.0; CUBOT_NOTE_S Build/MRA58K) ${browserEngine} Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${browserEngine} Mobile Safari/537.36`,
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36",
  ])("returns false for a visitor: %s", (userAgent) => {
    expect(isCrawler(userAgent)).toBe(false);
  });

  it.each([
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${browserEngine} Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36`,
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    `Mozilla/5.0 (Linux; Android 8.1.0; M bot 60) ${browserEngine} Mobile Safari/537.36 (compatible; ExampleBot/1.0)`,
  ])("returns true for a crawler: %s", (userAgent) => {
    expect(isCrawler(userAgent)).toBe(true);
  });

  it("returns false without a User-Agent", () => {
    expect(isCrawler(undefined)).toBe(false);
  });
});
