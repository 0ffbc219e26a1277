import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readProjectFiles } from "../house/project-files";
import { startArtifactSink } from "../../support/artifact-sink";
import { startProcess } from "../../support/server-process";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";

const clientFolder = "build/client";
const scripts = readProjectFiles([clientFolder], [".js"]);

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

describe("source maps", () => {
  it("do not exist in the browser's files, and no script refers to a source map", () => {
    expect(scripts.length).toBeGreaterThan(10);
    expect(readProjectFiles([clientFolder], [".map", ".map.br", ".map.gz"])).toEqual([]);
    expect(scripts.filter(({ text }) => text.includes("sourceMappingURL")).map(({ path }) => path)).toEqual(
      [],
    );
  });

  it("cannot be downloaded from the site", async () => {
    const mapPaths = scripts.map(({ path }) => `${path.slice(clientFolder.length)}.map`);
    for (const path of [...mapPaths, "/server.js.map", "/assets/../server.js.map", "/site.js"]) {
      const response = await fetch(site.url(path));
      await response.body?.cancel();
      expect([path, response.status]).toEqual([path, 404]);
    }
  });
});

describe("upload of source maps after the build", () => {
  async function build(env: Record<string, string>) {
    const folder = await mkdtemp(join(tmpdir(), "velvetgate-maps-"));
    const sourceMapJson = JSON.stringify({
      version: 3,
      sources: ["a.ts"],
      names: [],
      mappings: "AAAA",
      sourcesContent: ["a()"],
    });
    for (const file of ["client/assets/page-abc.js", "server.js", "chunks/part.js"]) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), "a();\n");
      await writeFile(join(folder, `${file}.map`), sourceMapJson);
    }
    const script = new URL("../../../scripts/upload-source-maps.mjs", import.meta.url).href;
    const uploadScript = `import { uploadSourceMaps } from ${JSON.stringify(script)}; await uploadSourceMaps("r9", process.argv[1]);`;
    const uploadProcess = startProcess(["--input-type=module", "--eval", uploadScript, folder], env);
    const exitCode = await uploadProcess.exitPromise;
    const remainingMaps = (await readdir(folder, { recursive: true })).filter((file) =>
      file.endsWith(".map"),
    );
    await rm(folder, { recursive: true });
    return { code: exitCode, remainingMaps: remainingMaps.sort(), log: uploadProcess.log() };
  }
  const serverMaps = ["chunks/part.js.map", "server.js.map"];

  it("sends the maps for browser and server, and leaves no maps that could be served", async () => {
    const uploadServer = await startArtifactSink();
    const credentials = {
      SENTRY_AUTH_TOKEN: "t0ken",
      SENTRY_ORG: "club",
      SENTRY_PROJECT: "entrance",
      SENTRY_URL: uploadServer.url,
    };
    const { code: exitCode, remainingMaps, log } = await build(credentials);
    await uploadServer.stop();
    expect(exitCode, log).toBe(0);
    expect(remainingMaps).toEqual(serverMaps);
    expect(new Set(uploadServer.readReleases())).toEqual(new Set(["r9"]));
    expect(new Set(uploadServer.readAuthorizations())).toEqual(new Set(["Bearer t0ken"]));
    for (const name of ["assets/page-abc.js", "server.js", "chunks/part.js"]) expect(log).toContain(name);
    expect(log).not.toContain("t0ken");
  });

  it("sends no maps without a token", async () => {
    expect(await build({})).toEqual({ code: 0, remainingMaps: serverMaps, log: "" });
  });

  it("fails with a token but no project, and leaves no maps that could be served", async () => {
    expect(await build({ SENTRY_AUTH_TOKEN: "t0ken" })).toMatchObject({
      code: 1,
      remainingMaps: serverMaps,
    });
  });
});
