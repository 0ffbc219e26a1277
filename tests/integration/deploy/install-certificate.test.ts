import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

describe("install-certificate.sh", () => {
  /** Creates a folder with a certificate that is installed, another one, and programs that record their calls. */
  function newMachine({ days = 90, isAccepted = true } = {}) {
    const folder = mkdtempSync(join(tmpdir(), "velvetgate-certificate-"));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const pathTo = (name: string) => join(folder, name);
    for (const [name, valid] of [
      ["new", days],
      ["other", 90],
    ] as const)
      execFileSync(
        "openssl",
        [
          "req",
          "-x509",
          "-newkey",
          "ec",
          "-pkeyopt",
          "ec_paramgen_curve:P-256",
          "-nodes",
          "-subj",
          "/CN=club.example",
        ].concat(["-days", String(valid), "-keyout", pathTo(`${name}.key`), "-out", pathTo(`${name}.crt`)]),
        { stdio: "ignore" },
      );
    writeFileSync(pathTo("haproxy"), `#!/bin/sh\nexit ${isAccepted ? 0 : 1}\n`, { mode: 0o755 });
    writeFileSync(pathTo("systemctl"), `#!/bin/sh\necho "$@" >> ${pathTo("reloads")}\n`, { mode: 0o755 });
    writeFileSync(pathTo("installed.pem"), "before", { mode: 0o600 });
    const install = (chain: string, key: string) =>
      spawnSync(
        "sh",
        ["deploy/haproxy/install-certificate.sh", pathTo(chain), pathTo(key), pathTo("installed.pem")],
        {
          encoding: "utf8",
          env: { ...process.env, PATH: `${folder}:${process.env["PATH"]}` },
        },
      );
    const readFile = (name: string) => readFileSync(pathTo(name), "utf8");
    return { install, readFile, files: () => readdirSync(folder) };
  }

  it("installs a certificate with its key and reloads HAProxy", () => {
    const { install, readFile, files } = newMachine();
    expect(install("new.crt", "new.key")).toMatchObject({ status: 0, stderr: "" });
    expect(readFile("installed.pem")).toBe(readFile("new.crt") + readFile("new.key"));
    expect(readFile("reloads")).toBe("reload-or-restart haproxy\n");
    expect(files()).not.toContain("installed.pem.before");
  });

  it.each([
    ["expires within a day", { days: 1 }, "new.crt", "new.key"],
    ["is not the key of", {}, "new.crt", "other.key"],
    ["is no certificate", {}, "haproxy", "new.key"],
    ["HAProxy does not accept it", { isAccepted: false }, "new.crt", "new.key"],
  ])("keeps the installed certificate and fails when the new one: %s", (reason, options, chain, key) => {
    const { install, readFile, files } = newMachine(options);
    const { status, stderr } = install(chain, key);
    expect([status, stderr]).toEqual([1, expect.stringContaining(reason)]);
    expect(readFile("installed.pem")).toBe("before");
    expect(files()).not.toContain("reloads");
  });
});
