import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { Redis } from "ioredis";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import * as z from "zod";
import { findProgram } from "../../../scripts/programs.mjs";
import { freePort } from "../../support/free-port";

const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

const service = z.looseObject({
  image: z.string().optional(),
  command: z.array(z.string()).optional(),
  networks: z.array(z.string()).optional(),
});
const composeFile = z
  .object({
    services: z.record(z.string(), service),
    networks: z.record(z.string(), z.object({ internal: z.boolean().default(false) }).nullable()),
  })
  .parse(parse(text("compose.yaml"), { merge: true }));

const execProbeSchema = z.object({ exec: z.object({ command: z.array(z.string()) }) });
const containerSchema = z.looseObject({ image: z.string(), command: z.array(z.string()).optional() });
const deploymentSchema = z.object({
  spec: z.object({ template: z.object({ spec: z.object({ containers: z.array(containerSchema) }) }) }),
});
const readContainers = (path: string) =>
  parseAllDocuments(text(path)).flatMap((document) => {
    const result = deploymentSchema.safeParse(document.toJS());
    return result.success ? result.data.spec.template.spec.containers : [];
  });
const kubernetesContainers = ["app", "redis"].flatMap((file) =>
  readContainers(`deploy/kubernetes/${file}.yaml`),
);

describe("container images", () => {
  it("have a digest, or come from a variable that must be set", () => {
    const images = Object.values(composeFile.services).flatMap(({ image }) => image ?? []);
    expect(images).toHaveLength(4);
    for (const image of images) expect(image).toMatch(/^\$\{[A-Z]+_IMAGE:\?/);
    expect(kubernetesContainers).toHaveLength(2);
    for (const { image } of kubernetesContainers) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
    const imageStages = text("Dockerfile").match(/^FROM \S+/gm);
    expect(imageStages).toEqual(["FROM ${NODE_IMAGE}", "FROM ${NODE_IMAGE}"]);
  });

  it("come in compose.yaml from exactly the variables that deploy/images.sh prints", () => {
    const requiredVariables = new Set(text("compose.yaml").match(/(?<=\$\{)[A-Z]+_IMAGE(?=:\?)/g));
    const printedVariables = new Set(text("deploy/images.sh").match(/\b[A-Z]+_IMAGE(?==)/g));
    expect([...printedVariables].sort()).toEqual([...requiredVariables].sort());
  });
});

describe("Redis", () => {
  const redisCommands = [composeFile.services["redis"]?.command, kubernetesContainers[1]?.command];

  it.each([
    ["compose.yaml", redisCommands[0]],
    ["deploy/kubernetes", redisCommands[1]],
  ])("requires a password in %s", async (_description, command = []) => {
    const port = await freePort();
    const [shell = "", option = "", line = ""] = command;
    // Compose escapes $ as $$.
    const script = `${line.replaceAll("$$", "$")} --port ${port} --bind 127.0.0.1`;
    const path = `${dirname(findProgram("redis-server") ?? "")}:/usr/bin:/bin`;
    const server = spawn(shell, [option, script], {
      env: { NODE_ENV: "test", REDIS_PASSWORD: "canary", PATH: path },
      stdio: "ignore",
      // Starts the shell in its own process group, so that the test can end the shell together with its Redis.
      detached: true,
    });
    onTestFinished(async () => {
      if (server.pid !== undefined) process.kill(-server.pid);
      await once(server, "close");
    });
    const anonymousClient = new Redis(port, "127.0.0.1", { retryStrategy: () => 50, lazyConnect: true });
    const authenticatedClient = new Redis(`redis://:canary@127.0.0.1:${port}`, { retryStrategy: () => 50 });
    for (const client of [anonymousClient, authenticatedClient]) client.on("error", () => undefined);
    onTestFinished(() => [anonymousClient, authenticatedClient].forEach((client) => client.disconnect()));
    await expect.poll(() => authenticatedClient.ping().catch(() => "")).toBe("PONG");
    await expect(anonymousClient.ping()).rejects.toThrow("NOAUTH");

    // With noeviction, a full Redis returns errors instead of deleting the counts of rate limits.
    expect(await authenticatedClient.config("GET", "maxmemory*")).toEqual(
      expect.arrayContaining(["maxmemory", String(64 * 1024 * 1024), "maxmemory-policy", "noeviction"]),
    );
    for (const [password, code] of [
      ["canary", 0],
      ["another", 1],
    ] as const)
      for (const name of ["readinessProbe", "livenessProbe"]) {
        const [probeShell = "", probeOption = "", probeScript = ""] = execProbeSchema.parse(
          kubernetesContainers[1]?.[name],
        ).exec.command;
        const probeProcess = spawn(
          probeShell,
          [probeOption, probeScript.replace("redis-cli", `redis-cli -p ${port}`)],
          {
            env: { NODE_ENV: "test", REDIS_PASSWORD: password, PATH: path },
            stdio: "ignore",
          },
        );
        expect(await once(probeProcess, "close"), `${name} with ${password}`).toEqual([code, null]);
      }
  });
});

describe("network policy", () => {
  it("blocks outgoing connections of the site and Redis in compose.yaml", () => {
    const isInternalNetwork = (name: string) => composeFile.networks[name]?.internal === true;
    for (const name of ["app", "redis"]) {
      const { networks = [] } = composeFile.services[name] ?? {};
      expect(networks.length, name).toBeGreaterThan(0);
      expect(
        networks.filter((network) => !isInternalNetwork(network)),
        name,
      ).toEqual([]);
    }
  });

  const networkPolicySchema = z.object({
    kind: z.literal("NetworkPolicy"),
    spec: z.object({
      policyTypes: z.array(z.string()),
      egress: z.array(z.object({ to: z.array(z.unknown()).min(1), ports: z.array(z.unknown()).min(1) })),
      // Each ingress rule must name its sources: a pod with access to the public port could claim any client IP
      // address.
      ingress: z.array(z.object({ from: z.array(z.unknown()).min(1), ports: z.array(z.unknown()).min(1) })),
    }),
  });

  it.each(["app", "redis"])(
    "limits each connection to a port and a peer in deploy/kubernetes/%s.yaml",
    (file) => {
      const documents = parseAllDocuments(text(`deploy/kubernetes/${file}.yaml`)).map((document) =>
        z.looseObject({ kind: z.string() }).parse(document.toJS()),
      );
      const networkPolicies = documents
        .filter(({ kind }) => kind === "NetworkPolicy")
        .map((document) => networkPolicySchema.parse(document));
      expect(networkPolicies).toHaveLength(1);
      expect(networkPolicies[0]?.spec.policyTypes).toEqual(["Ingress", "Egress"]);
    },
  );
});
