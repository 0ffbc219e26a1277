import { afterEach, describe, expect, it } from "vitest";
import { startGuardedApp, type GuardedApp } from "./guarded-app";
import { openRawSocket, createRawPost, createRawRequest, readResponse, sendRawBytes } from "./raw-http";

let app: GuardedApp;
afterEach(() => app.close());

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const maxBodyBytes = 64 * 1024;

describe("large request bodies", () => {
  it("get 413 before they arrive if their declared length is 20 MB, and the connection closes", async () => {
    app = await startGuardedApp();
    const headers = { ...form, "Content-Length": String(20 * 1024 * 1024), Connection: "keep-alive" };
    const response = await sendRawBytes(app.port, createRawRequest("POST / HTTP/1.1", headers));
    expect(response?.status).toBe(413);
    expect(response?.headers.get("connection")).toBe("close");
  });

  it("get 413 as soon as a chunked body exceeds 64 KiB", async () => {
    app = await startGuardedApp();
    const headers = { ...form, "Transfer-Encoding": "chunked", Connection: "keep-alive" };
    const socket = openRawSocket(app.port, createRawRequest("POST / HTTP/1.1", headers));
    socket.write(`${(maxBodyBytes + 1).toString(16)}\r\n${"a".repeat(maxBodyBytes + 1)}\r\n`);
    expect((await readResponse(socket))?.status).toBe(413);
  });

  it.each([
    ["64 KiB get 200", maxBodyBytes, 200],
    ["64 KiB and one byte get 413", maxBodyBytes + 1, 413],
  ])("get 413 if and only if they exceed 64 KiB: %s", async (_name, bodySize, status) => {
    app = await startGuardedApp();
    const body = `intent=${"a".repeat(bodySize - "intent=".length)}`;
    expect((await sendRawBytes(app.port, createRawPost("/", body)))?.status).toBe(status);
  });

  it("get a response that closes the connection before they arrive if the method is rejected", async () => {
    app = await startGuardedApp();
    const headers = { "Content-Length": String(20 * 1024 * 1024), Connection: "keep-alive" };
    expect(
      (await sendRawBytes(app.port, createRawRequest("PUT / HTTP/1.1", headers)))?.headers.get("connection"),
    ).toBe("close");
  });
});

describe("slow request bodies", () => {
  it("get 400 if no more data arrives before the deadline", async () => {
    app = await startGuardedApp({ bodyDeadlineMs: 50 });
    const request = createRawPost("/", "intent=x", { "Content-Length": "100", Connection: "keep-alive" });
    const response = await sendRawBytes(app.port, request);
    expect(response?.status).toBe(400);
    expect(response?.headers.get("connection")).toBe("close");
    expect(app.lines).toEqual(["refused with 400: body took too long"]);
  });

  it("do not affect later requests when the client disconnects before the end", async () => {
    app = await startGuardedApp();
    const socket = openRawSocket(app.port, createRawPost("/", "intent=x", { "Content-Length": "100" }));
    socket.once("connect", () => socket.end());
    await readResponse(socket);
    expect((await sendRawBytes(app.port, createRawPost("/", "intent=x")))?.status).toBe(200);
    expect(app.acceptedBodies).toEqual(["POST / intent=x"]);
  });
});

it("request guard rejects contradictory body lengths with 400", async () => {
  app = await startGuardedApp();
  const request = createRawPost("/", "intent=x", { "Transfer-Encoding": "chunked" });
  expect((await sendRawBytes(app.port, request))?.status).toBe(400);
});
