import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

const text = (path: string) => readFileSync(`deploy/haproxy/${path}`, "utf8");

/** How the test's machine differs from one on which the renewal of the certificate succeeds. */
interface MachineOptions {
  /** How long the new certificate is valid, in days. */
  days?: number;
  /** The DNS names of the new certificate. */
  names?: string;
  /**
   * The part that HAProxy refuses. "certificate": only the new certificate. "configuration": the rest of HAProxy's
   * configuration, so any certificate is refused.
   */
  refusedPart?: "certificate" | "configuration";
  isReloadable?: boolean;
  isInstalled?: boolean;
  /** The host in 30-addresses.cfg. */
  host?: string;
}

it("deploy.md installs the first certificate without --run-deploy-hooks, which Debian 12's certbot 2.1 lacks", () => {
  const commands = readFileSync("docs/operate/deploy.md", "utf8");
  expect(commands).toContain(
    "RENEWED_LINEAGE=/etc/letsencrypt/live/club.example sh /etc/letsencrypt/renewal-hooks/deploy/haproxy",
  );
  expect(commands).not.toContain("--run-deploy-hooks");
});

describe("install-certificate.sh", () => {
  /** Creates a folder with an installed certificate, a new certificate, and programs that record their calls. */
  function createMachine({
    days = 90,
    names = "DNS:www.club.example,DNS:club.example",
    refusedPart,
    isReloadable = true,
    isInstalled: hasInstalled = true,
    host = "club.example",
  }: MachineOptions = {}) {
    const folder = mkdtempSync(join(tmpdir(), "velvetgate-certificate-"));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const createPath = (name: string) => join(folder, name);
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
          "/CN=Velvetgate",
          "-addext",
          `subjectAltName=${names}`,
        ].concat([
          "-days",
          String(valid),
          "-keyout",
          createPath(`${name}.key`),
          "-out",
          createPath(`${name}.crt`),
        ]),
        { stdio: "ignore" },
      );
    const refusalTest = {
      none: "false",
      certificate: `grep -q CERTIFICATE ${createPath("installed.pem")}`,
      configuration: "true",
    }[refusedPart ?? "none"];
    writeFileSync(
      createPath("haproxy"),
      `#!/bin/sh\nif ${refusalTest}; then echo "[ALERT] the reason" >&2; exit 1; fi\necho "Configuration file is valid"\n`,
      { mode: 0o755 },
    );
    writeFileSync(
      createPath("systemctl"),
      `#!/bin/sh\n${isReloadable ? `echo "$@" >> ${createPath("reloads")}` : "exit 1"}\n`,
      { mode: 0o755 },
    );
    if (hasInstalled) writeFileSync(createPath("installed.pem"), "before", { mode: 0o600 });
    writeFileSync(createPath("30-addresses.cfg"), text("30-addresses.cfg").replaceAll("club.example", host));
    writeFileSync(
      createPath("install.sh"),
      text("install-certificate.sh").replace("=/etc/haproxy/velvetgate\n", `=${folder}\n`),
    );
    const runInstall = (chainFile: string, key: string, ...hosts: string[]) =>
      spawnSync(
        "sh",
        [
          createPath("install.sh"),
          createPath(chainFile),
          createPath(key),
          createPath("installed.pem"),
          ...hosts,
        ],
        {
          encoding: "utf8",
          env: { ...process.env, PATH: `${folder}:${process.env["PATH"]}` },
        },
      );
    const readInstalledFile = (name: string) =>
      existsSync(createPath(name)) ? readFileSync(createPath(name), "utf8") : undefined;
    return { install: runInstall, read: readInstalledFile, files: () => readdirSync(folder) };
  }

  it.each([
    ["a renewed certificate", {}],
    ["the first certificate", { isInstalled: false }],
    ["a wildcard certificate", { names: "DNS:*.club.example", host: "www.club.example" }],
    ["a certificate for a new configured host", { names: "DNS:new.example", host: "new.example" }],
  ] satisfies [string, MachineOptions][])(
    "installs a certificate with its key and reloads HAProxy: %s",
    (_title, options) => {
      const { install: runInstall, read: readInstalled, files } = createMachine(options);
      expect(runInstall("new.crt", "new.key")).toMatchObject({ status: 0, stdout: "", stderr: "" });
      expect(readInstalled("installed.pem")).toBe(`${readInstalled("new.crt")}${readInstalled("new.key")}`);
      expect(readInstalled("reloads")).toBe("reload-or-restart haproxy\n");
      expect(files()).not.toContain("installed.pem.before");
    },
  );

  it.each([
    ["expires within a day", { days: 1 }, "new.crt", "new.key"],
    ["is not the key of", {}, "new.crt", "other.key"],
    ["is not a certificate", {}, "haproxy", "new.key"],
    ["is not for club.example", { names: "DNS:www.club.example,DNS:other.example" }, "new.crt", "new.key"],
    ["[ALERT] the reason", { refusedPart: "certificate" }, "new.crt", "new.key"],
    ["HAProxy does not accept", { refusedPart: "certificate" }, "new.crt", "new.key"],
    ["with the previous certificate", { refusedPart: "configuration" }, "new.crt", "new.key"],
    ["HAProxy was not reloaded", { isReloadable: false }, "new.crt", "new.key"],
  ] satisfies [string, MachineOptions, string, string][])(
    "keeps the installed certificate and fails with the message: %s",
    (reason, options, chainFile, key) => {
      const { install: runInstall, read: readInstalled, files } = createMachine(options);
      const { status, stderr } = runInstall(chainFile, key);
      expect([status, stderr]).toEqual([1, expect.stringContaining(reason)]);
      expect(readInstalled("installed.pem")).toBe("before");
      expect(files()).not.toContain("reloads");
      expect(files()).not.toContain("installed.pem.before");
    },
  );

  it("installs a certificate only if the certificate is for the host that the argument names", () => {
    const { install: runInstall, read: readInstalled } = createMachine({ names: "DNS:club.de" });
    const { status, stderr } = runInstall("new.crt", "new.key", "club.fr");
    expect(status).toBe(1);
    expect(stderr).toContain("is not for club.fr");
    expect(readInstalled("installed.pem")).toBe("before");
    expect(runInstall("new.crt", "new.key", "club.de")).toMatchObject({ status: 0, stderr: "" });
    expect(readInstalled("installed.pem")).toContain("CERTIFICATE");
  });

  it("removes the first certificate if HAProxy rejects that certificate", () => {
    const { install: runInstall, read: readInstalled } = createMachine({
      isInstalled: false,
      refusedPart: "certificate",
    });
    expect(runInstall("new.crt", "new.key")).toMatchObject({ status: 1 });
    expect(readInstalled("installed.pem")).toBeUndefined();
  });
});
