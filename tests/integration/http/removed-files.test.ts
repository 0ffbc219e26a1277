import express from "express";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { serveBuildFiles } from "~/server/steps/static-files.server";
import { close, listen } from "../../support/local-server";

it("build file removed after the start gets a 404 without Content-Encoding, even if the server had compressed the file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "velvetgate-files-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ["a.js", "a.js.br"]) writeFileSync(join(folder, name), "text");
  const app = express();
  app.use(serveBuildFiles(folder, {}));
  app.use((_req, res) => void res.status(404).send("not found"));
  const server = createServer(app);
  const url = `http://127.0.0.1:${await listen(server)}/a.js`;
  onTestFinished(() => close(server));
  const request = () => fetch(url, { method: "HEAD", headers: { "Accept-Encoding": "br" } });
  expect((await request()).headers.get("Content-Encoding")).toBe("br");
  for (const name of ["a.js", "a.js.br"]) rmSync(join(folder, name));
  const response = await request();
  expect(response.status).toBe(404);
  expect(response.headers.get("Content-Encoding")).toBeNull();
});
