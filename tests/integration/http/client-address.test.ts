import express from "express";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readClientAddress } from "~/server/client-address.server";
import { close, listen } from "../../support/local-server";

const app = express();
app.set("trust proxy", 1);
app.use((req, res) => void res.send(readClientAddress(req, 1)));

const server = createServer(app);
let port: number;
beforeAll(async () => {
  port = await listen(server);
});
afterAll(() => close(server));

it.each([
  ["192.0.2.1", "192.0.2.1"],
  ["192.0.2.1:5678", "192.0.2.1"],
  ["2001:db8::1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["[::FFFF:192.0.2.1]:80", "192.0.2.1"],
  ["10.0.0.1, 192.0.2.1:80", "192.0.2.1"],
  ["unknown", "127.0.0.1"],
  ["192.0.2.1:port", "127.0.0.1"],
  ["192.0.2.999:80", "127.0.0.1"],
])("readClientAddress reads X-Forwarded-For %s as %s", async (forwardedFor, expectedAddress) => {
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { "X-Forwarded-For": forwardedFor } });
  expect(await response.text()).toBe(expectedAddress);
});
