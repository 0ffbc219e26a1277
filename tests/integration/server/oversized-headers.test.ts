import { beforeAll, describe, expect, it } from "vitest";
import { getLanguageTag, localeCodes } from "~/i18n/locales";
import { openRawSocket, createRawRequest, readResponse, sendRawBytes } from "../http/raw-http";
import { textsOf } from "../../support/html-text";
import { getSharedSite } from "../../support/shared-site";
import { translatorFor } from "../../support/words";

let port: number;
beforeAll(async () => {
  port = Number(new URL((await getSharedSite()).origin).port);
});

const createCookies = (bytes: number) => `other=${"x".repeat(bytes)}`;
/**
 * Repeats a request until the response has this language. If headers are oversized, Node passes on only the last packet
 * of the request. On a busy machine Accept-Language may be in an earlier packet, and the response is then in English.
 */
async function sendUntilLanguage(request: string, language: string) {
  let response = await sendRawBytes(port, request);
  for (let attempt = 0; attempt < 20 && response?.headers.get("content-language") !== language; attempt += 1)
    response = await sendRawBytes(port, request);
  return response;
}

const decodeBody = (body = "") => Buffer.from(body, "latin1").toString("utf8");

describe("request with many cookies", () => {
  it.each(localeCodes)("gets an error page with the remedy in the browser's language: %s", async (locale) => {
    const request = createRawRequest("GET / HTTP/1.1", {
      "Accept-Language": locale,
      Cookie: createCookies(40_000),
    });
    const response = await sendUntilLanguage(request, getLanguageTag(locale));
    const body = decodeBody(response?.body);
    expect([response?.status, response?.headers.get("content-language")]).toEqual([
      431,
      getLanguageTag(locale),
    ]);
    expect(textsOf(body, "h1")).toEqual([translatorFor(locale)("errors:cookies.heading")]);
    expect(textsOf(body, "p")[0]).toBe(translatorFor(locale)("errors:cookies.body"));
    expect(response?.headers.get("cache-control")).toBe("no-store");
    expect(response?.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("gets an error page in the language of the path instead of the browser's", async () => {
    const headers = { "Accept-Language": "sv", Cookie: createCookies(40_000) };
    const response = await sendUntilLanguage(createRawRequest("GET /pl/login HTTP/1.1", headers), "pl-PL");
    expect(response?.headers.get("content-language")).toBe("pl-PL");
  });

  it("gets an error page in English if the request names no language", async () => {
    const headers = { "Accept-Language": "<script>", Cookie: createCookies(40_000) };
    const response = await sendRawBytes(port, createRawRequest("GET /%00<script> HTTP/1.1", headers));
    expect(response?.headers.get("content-language")).toBe("en-US");
    expect(response?.body).not.toContain("<script");
  });

  it("gets 431 without a body in response to HEAD", async () => {
    const response = await sendRawBytes(
      port,
      createRawRequest("HEAD / HTTP/1.1", { Cookie: createCookies(40_000) }),
    );
    expect([response?.status, response?.body]).toEqual([431, ""]);
  });

  it("gets 431 even while the client is still sending data", async () => {
    const socket = openRawSocket(port, createRawRequest("GET / HTTP/1.1", { Cookie: createCookies(60_000) }));
    // Ends long after the server has started to respond.
    socket.write("y".repeat(9_000_000));
    expect((await readResponse(socket))?.status).toBe(431);
  });

  it("gets an ordinary page if the cookies have 30,000 bytes", async () => {
    const response = await sendRawBytes(
      port,
      createRawRequest("GET /en HTTP/1.1", { Cookie: createCookies(30_000) }),
    );
    expect(response?.status).toBe(200);
  });
});
