import { beforeAll, describe, expect, it } from "vitest";
import { getSharedSite } from "../../support/shared-site";
import { openRawSocket, createRawRequest, readResponse, sendRawBytes } from "../http/raw-http";

let port: number;
beforeAll(async () => {
  port = Number(new URL((await getSharedSite()).origin).port);
});

describe("rejected request", () => {
  it.each([
    ["with a parameter of Remix and an image path", "GET /icon.svg?_data=x HTTP/1.1", {}, 404],
    ["with an encoded parameter of Remix", "GET /assets/a.js?%5fdata=x HTTP/1.1", {}, 404],
    [
      "with a parameter of Remix and the event stream path",
      "GET /de/registration/events?_data=x HTTP/1.1",
      {},
      404,
    ],
    ["with an invalid host", "GET /icon.svg HTTP/1.1", { Host: "a!b" }, 400],
    ["with an encoded slash", "GET /a%2fb.png HTTP/1.1", {}, 404],
    ["with an encoded ending", "GET /a.%70ng HTTP/1.1", {}, 404],
    ["with an encoded dot", "GET /de/x%2Epng HTTP/1.1", {}, 404],
    ["with a slash at its end", "GET /x.png/ HTTP/1.1", {}, 404],
  ])(
    "gets a short text without HTML if it requests a file or an event stream %s",
    async (_description, line, headers, status) => {
      const response = await sendRawBytes(port, createRawRequest(line, headers));
      expect([response?.status, response?.headers.get("content-type")]).toEqual([
        status,
        "text/plain; charset=utf-8",
      ]);
      expect(response?.headers.get("cache-control")).toBe("no-store");
      expect(response?.body.length).toBeLessThan(50);
    },
  );

  it("gets an error page if it requests a page", async () => {
    const response = await sendRawBytes(port, createRawRequest("GET /de/login?_data=x HTTP/1.1"));
    expect([response?.status, response?.headers.get("content-type")]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
  });
});

it("server closes a connection with 200 pipelined requests instead of rendering a page for each", async () => {
  const request = "GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const connection = openRawSocket(port, request.repeat(200));
  expect(await readResponse(connection)).toBeUndefined();
});
