import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { openRawSocket, createRawPost, createRawRequest, sendRawBytes } from "./raw-http";
import { startRemixApp, type RemixApp } from "./remix-app";

let app: RemixApp;
afterEach(() => app.close());

/** Answers with the content of the web request that the adapter creates. */
async function echoRequest(request: Request): Promise<Response> {
  const { method, url, headers } = request;
  return Response.json({ method, url, headers: Object.fromEntries(headers), body: await request.text() });
}

describe("web request created for Remix", () => {
  it("has the public origin, ignoring the Host header", async () => {
    app = await startRemixApp({ loader: ({ request }) => echoRequest(request) });
    const headers = {
      Host: "evil.example:8080",
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "ftp",
    };
    const response = await sendRawBytes(app.port, createRawRequest("GET /promo?rc=a&rc=b HTTP/1.1", headers));
    expect(JSON.parse(response?.body ?? "")).toEqual({
      method: "GET",
      url: "https://club.example/promo?rc=a&rc=b",
      headers: { host: "club.example" },
      body: "",
    });
  });

  it("keeps cookies and other headers, except for hop-by-hop headers", async () => {
    app = await startRemixApp({ loader: ({ request }) => echoRequest(request) });
    const headers = { Cookie: "sid=1; lang=de", "Accept-Language": "de", TE: "trailers", Upgrade: "h2c" };
    const request = createRawRequest("GET / HTTP/1.1", headers).replace(
      "\r\n\r\n",
      "\r\nCookie: draft=x\r\n\r\n",
    );
    const response = await sendRawBytes(app.port, request);
    expect(JSON.parse(response?.body ?? "")).toMatchObject({
      headers: { host: "club.example", cookie: "sid=1; lang=de; draft=x", "accept-language": "de" },
    });
  });

  it("contains the body that the request guard has read", async () => {
    app = await startRemixApp({ action: ({ request }) => echoRequest(request) });
    const response = await sendRawBytes(app.port, createRawPost("/apply", "email=a%40example.com&intent=x"));
    expect(JSON.parse(response?.body ?? "")).toMatchObject({
      method: "POST",
      body: "email=a%40example.com&intent=x",
    });
  });

  it("passes Remix's origin check, which would otherwise answer 500", async () => {
    app = await startRemixApp({ action: () => null, render: () => new Response("rendered") });
    const origin = { Origin: "http://phone.local:3000", Host: "phone.local:3000" };
    const response = await sendRawBytes(app.port, createRawPost("/apply", "intent=x", origin));
    expect(response).toMatchObject({ status: 200, body: "rendered" });
  });

  it("aborts the signal of its load context only when the client disconnects", async () => {
    const signals: AbortSignal[] = [];
    let onReached = (): void => undefined;
    const reachedPromise = new Promise<void>((resolve) => (onReached = resolve));
    app = await startRemixApp({
      loader: async ({ request }) => {
        if (!request.url.endsWith("/slow")) return new Response("page");
        onReached();
        await once(request.signal, "abort");
        return null;
      },
      onLoadContext: (signal) => signals.push(signal),
    });
    await sendRawBytes(app.port, createRawRequest("GET / HTTP/1.1"));
    const socket = openRawSocket(app.port, createRawRequest("GET /slow HTTP/1.1"));
    await reachedPromise;
    const [responseSignal, slow] = signals;
    const abortPromise = slow && once(slow, "abort");
    socket.destroy();
    await abortPromise;
    expect([responseSignal?.aborted, slow?.aborted]).toEqual([false, true]);
  });

  it("ends the rendering when the client disconnects", async () => {
    let onAbort = (): void => undefined;
    const abortPromise = new Promise<void>((resolve) => (onAbort = resolve));
    app = await startRemixApp({
      loader: ({ request }) => {
        request.signal.addEventListener("abort", onAbort);
        return new Response(
          new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from("first")) }),
        );
      },
    });
    const socket = openRawSocket(app.port, createRawRequest("GET / HTTP/1.1"));
    await once(socket, "data");
    socket.destroy();
    await abortPromise;
    expect(app.errors).toEqual([]);
  });
});

describe("response of the Remix adapter", () => {
  it("keeps the status and every cookie, and adds Accept-Encoding to Vary", async () => {
    const headers = new Headers({ Vary: "Cookie", "Content-Type": "text/plain; charset=utf-8" });
    headers.append("Set-Cookie", "lang=de; Path=/");
    headers.append("Set-Cookie", "locale=de; Path=/");
    app = await startRemixApp({ loader: () => new Response("über", { status: 422, headers }) });
    const response = await sendRawBytes(app.port, createRawRequest("GET / HTTP/1.1"));
    expect(response?.status).toBe(422);
    expect(response?.headers.get("set-cookie")).toBe("lang=de; Path=/\nlocale=de; Path=/");
    expect(response?.headers.get("vary")).toBe("Cookie, Accept-Encoding");
    expect(response?.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  });

  it("has the same headers but no body for HEAD", async () => {
    app = await startRemixApp({ loader: () => new Response("page", { headers: { ETag: '"1"' } }) });
    const response = await sendRawBytes(app.port, createRawRequest("HEAD / HTTP/1.1"));
    expect([response?.headers.get("etag"), response?.body]).toEqual(['"1"', ""]);
  });

  it("arrives complete at any size", async () => {
    const megabyte = Buffer.alloc(1024 * 1024, "a");
    let remainingChunks = 20;
    const pullChunk = (controller: ReadableStreamDefaultController): void => {
      if (remainingChunks-- > 0) controller.enqueue(megabyte);
      else controller.close();
    };
    app = await startRemixApp({ loader: () => new Response(new ReadableStream({ pull: pullChunk })) });
    const response = await fetch(`http://127.0.0.1:${app.port}/`);
    expect((await response.arrayBuffer()).byteLength).toBe(20 * megabyte.length);
  });

  it.each(["/\u0001x", "/\u007f"])(
    "has the status 404 for a redirect to %j, a header value that Node cannot send",
    async (location) => {
      app = await startRemixApp({
        loader: () => new Response(null, { status: 302, headers: { Location: location } }),
      });
      const response = await sendRawBytes(app.port, createRawRequest("GET / HTTP/1.1"));
      expect([response?.status, response?.headers.get("location"), app.errors]).toEqual([404, undefined, []]);
    },
  );

  it("omits a header if Node cannot send its value, except for Location", async () => {
    app = await startRemixApp({ loader: () => new Response("page", { headers: { "X-Note": "a\u0001b" } }) });
    const response = await sendRawBytes(app.port, createRawRequest("GET / HTTP/1.1"));
    expect([response?.status, response?.headers.get("x-note")]).toEqual([200, undefined]);
  });

  it("closes the connection if rendering fails midway, and the server answers the next request", async () => {
    let isBroken = true;
    const pullChunk = (controller: ReadableStreamDefaultController): void => {
      if (isBroken) controller.error(new Error("rendering failed"));
      else controller.close();
    };
    app = await startRemixApp({
      loader: () =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(Buffer.from("first")),
            pull: pullChunk,
          }),
        ),
    });
    await sendRawBytes(app.port, createRawRequest("GET / HTTP/1.1"));
    isBroken = false;
    expect((await sendRawBytes(app.port, createRawRequest("GET / HTTP/1.1")))?.body).toContain("first");
  });

  it("has the status 500 if the page cannot be rendered", async () => {
    app = await startRemixApp({ render: () => Promise.reject(new Error("no page")) });
    expect((await sendRawBytes(app.port, createRawRequest("GET / HTTP/1.1")))?.status).toBe(500);
  });
});
