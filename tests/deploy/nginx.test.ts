import { localeCodes } from "~/i18n/locales";
import { request, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { startTestAcq } from "../acq/support/test-acq";
import { openRaw, readAnswer } from "../http/raw-http";
import { mostPoints, observatoryScore } from "../server/observatory";
import { freePort } from "../support/free-port";
import { startNginx, startNginxWith, type NginxServer } from "../support/nginx";
import { startVelvetgate } from "../support/velvetgate";

const ended = (server: NginxServer) => onTestFinished(() => server.stop());

/** As a score knows them that is given behind TLS, which ends in another test. */
const behindTls = (headers: Headers | ReadonlyMap<string, string>) =>
  new Map([...headers, ["strict-transport-security", "max-age=63072000; includeSubDomains"]]);

async function nginxBefore(instance: number): Promise<number> {
  const port = await freePort();
  ended(await startNginx(port, [instance]));
  return port;
}

describe("what nginx answers itself", () => {
  it("has the headers of the site when no instance is there, and says so in words", async () => {
    const port = await nginxBefore(await freePort());
    const answer = await fetch(`http://127.0.0.1:${port}/de`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Retry-After")).toBe("30");
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(observatoryScore(behindTls(answer.headers), [])).toBe(130);
    const words = await answer.text();
    for (const locale of localeCodes.filter((code) => code !== "en"))
      expect(words).toContain(`<p lang="${locale}">`);
    expect(words).toContain("Wir sind gleich wieder da.");
  });

  it.each([
    ["a probe that is not for visitors", "GET /readyz HTTP/1.1\r\nHost: club.example", 404],
    ["the metrics", "GET /metrics HTTP/1.1\r\nHost: club.example", 404],
    ["no HTTP", "GET / HTTP-1.1\r\nHost: club.example", 400],
    ["a method that it refuses", "TRACE / HTTP/1.1\r\nHost: club.example", 405],
    ["2 MB", "POST / HTTP/1.1\r\nHost: club.example\r\nContent-Length: 2000000", 413, "x".repeat(2_000_000)],
  ])("has them for %s", async (_what, head, status, body = "") => {
    const port = await nginxBefore(await freePort());
    const answer = await readAnswer(openRaw(port, `${head}\r\nConnection: close\r\n\r\n${body}`));
    expect(answer?.status).toBe(status);
    expect(observatoryScore(behindTls(answer?.headers ?? new Map()), [])).toBe(130);
  });

  it("says no header twice of what the site answers", async () => {
    const site = await startVelvetgate();
    onTestFinished(async () => {
      await site.stop();
    });
    const port = await nginxBefore(Number(new URL(site.origin).port));
    for (const path of ["/de", "/icon.svg", "/healthz"]) {
      const [direct, proxied] = await Promise.all(
        [site.origin, `http://127.0.0.1:${port}`].map((origin) => fetch(origin + path)),
      );
      for (const name of ["Content-Security-Policy", "Referrer-Policy", "X-Content-Type-Options"])
        expect(proxied?.headers.get(name), `${path} ${name}`).toBe(direct?.headers.get(name));
      const cookies = proxied?.headers.getSetCookie() ?? [];
      const secure = cookies.map((line) => `${line}; Secure`);
      expect(observatoryScore(behindTls(proxied?.headers ?? new Headers()), secure)).toBe(mostPoints(secure));
    }
  });
});

it("http leads to https on the same host, whatever Host says", async () => {
  const port = await freePort();
  const replaced = {
    "listen 80;": `listen 127.0.0.1:${port};`,
    "listen [::]:80;": "",
    "/var/log/nginx/velvetgate.log": "stderr",
  };
  ended(await startNginxWith("nginx/velvetgate-redirect.conf", port, replaced));
  const answer = await get(port, "/de?rc=WELCOME", { Host: "evil.example" });
  expect(answer.status).toBe(301);
  expect(answer.headers.location).toBe("https://club.example/de?rc=WELCOME");
});

it("the door before the embedded acq opens for names of its machine, and for the site alone", async () => {
  const acq = await startTestAcq();
  const port = await freePort();
  const replaced = { "listen 9091": `listen 127.0.0.1:${port}`, "127.0.0.1:9090": `127.0.0.1:${acq.port}` };
  ended(await startNginxWith("compose/acq-door.conf", port, replaced));
  const status = async (headers: Record<string, string>) => (await get(port, "/outbox.json", headers)).status;
  expect(await status({ Host: `localhost:${port}` })).toBe(200);
  expect(await status({ Host: "acq:9091" })).toBe(200);
  expect(await status({ Host: `localhost:${port}`, Origin: `http://localhost:${port}` })).toBe(200);
  expect(await status({ Host: "rebound.example" })).toBe(421);
  expect(await status({ Host: "rebound.example", "X-Forwarded-Host": "localhost" })).toBe(421);
  expect(await status({ Host: `localhost:${port}`, Origin: "https://evil.example" })).toBe(403);
});

/** With headers that fetch does not let one say. */
function get(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers }, (answer) => {
      text(answer).then(
        (body) => resolve({ status: answer.statusCode, headers: answer.headers, body }),
        reject,
      );
    })
      .on("error", reject)
      .end();
  });
}
