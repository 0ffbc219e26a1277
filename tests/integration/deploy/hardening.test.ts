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

describe("Redis in the shipped deployments", () => {
  const redisCommands = [composeFile.services["redis"]?.command, kubernetesContainers[1]?.command];

  it.each([
    ["compose.yaml", redisCommands[0]],
    ["deploy/kubernetes", redisCommands[1]],
  ])("requires a password in %s", async (_description, command = []) => {
    const port = await freePort();
    const [shell = "", option = "", line = ""] = command;
    // Compose escapes $ as $$.
    const script = line
      .replaceAll("$$", "$")
      .replace("redis-server -", `redis-server - --port ${port} --bind 127.0.0.1`);
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
    // A shell that stayed the container's first process would ignore the signal that stops the container.
    expect(readFileSync(`/proc/${String(server.pid)}/comm`, "utf8")).toBe("redis-server\n");

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

/** Returns the Kubernetes manifests of this kind in a file of deploy/kubernetes. */
function readManifests<Manifest>(file: string, kind: string, schema: z.ZodType<Manifest>): Manifest[] {
  return parseAllDocuments(text(`deploy/kubernetes/${file}.yaml`))
    .map((document) => z.looseObject({ kind: z.string() }).parse(document.toJS()))
    .filter((document) => document.kind === kind)
    .map((document) => schema.parse(document));
}

/** Returns the only Kubernetes manifest of this kind in app.yaml. */
function readAppManifest<Manifest>(kind: string, schema: z.ZodType<Manifest>): Manifest {
  const [manifest, ...otherManifests] = readManifests("app", kind, schema);
  if (!manifest || otherManifests.length > 0) throw new Error(`app.yaml does not have exactly one ${kind}`);
  return manifest;
}

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
      const networkPolicies = readManifests(file, "NetworkPolicy", networkPolicySchema);
      expect(networkPolicies).toHaveLength(1);
      expect(networkPolicies[0]?.spec.policyTypes).toEqual(["Ingress", "Egress"]);
    },
  );

  it("admits connections only from the namespaces of the ingress controller and of monitoring", () => {
    const namespaceSchema = z.object({
      namespaceSelector: z.object({ matchLabels: z.record(z.string(), z.string().min(1)) }),
    });
    const policy = readAppManifest(
      "NetworkPolicy",
      z.object({ spec: z.object({ ingress: z.array(z.object({ from: z.array(namespaceSchema) })) }) }),
    );
    const namespaces = policy.spec.ingress.flatMap(({ from }) =>
      from.map(({ namespaceSelector }) => namespaceSelector.matchLabels["kubernetes.io/metadata.name"]),
    );
    expect(namespaces).toEqual(["haproxy-controller", "monitoring"]);
  });

  it("allows calls to acq over IPv4 and IPv6, and to the DNS cache of the node", () => {
    const peerSchema = z.object({ ipBlock: z.object({ cidr: z.string() }).optional() });
    const policy = readAppManifest(
      "NetworkPolicy",
      z.object({ spec: z.object({ egress: z.array(z.object({ to: z.array(peerSchema) })) }) }),
    );
    const networks = policy.spec.egress.flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock?.cidr ?? []));
    expect(networks).toEqual(["169.254.20.10/32", "0.0.0.0/0", "::/0"]);
  });
});

describe("autoscaler of Kubernetes", () => {
  const autoscalerSchema = z.object({
    spec: z.object({
      metrics: z.array(
        z.union([
          z.object({ pods: z.object({ metric: z.object({ name: z.string() }) }) }),
          z.object({ resource: z.object({ name: z.string() }) }),
        ]),
      ),
      behavior: z.object({
        scaleUp: z.object({ stabilizationWindowSeconds: z.number(), policies: z.array(z.unknown()).min(1) }),
        scaleDown: z.object({
          stabilizationWindowSeconds: z.number(),
          policies: z.array(z.unknown()).min(1),
        }),
      }),
    }),
  });

  it("follows the event loop delay and the CPU", () => {
    const { metrics } = readAppManifest("HorizontalPodAutoscaler", autoscalerSchema).spec;
    const names = metrics.map((metric) =>
      "pods" in metric ? metric.pods.metric.name : metric.resource.name,
    );
    expect(names).toEqual(["nodejs_eventloop_lag_p99_seconds", "cpu"]);
  });

  it("waits before it adds or removes pods, so that a new and slow pod does not cause further pods", () => {
    const { behavior } = readAppManifest("HorizontalPodAutoscaler", autoscalerSchema).spec;
    expect(behavior.scaleUp.stabilizationWindowSeconds).toBeGreaterThanOrEqual(30);
    expect(behavior.scaleDown.stabilizationWindowSeconds).toBeGreaterThanOrEqual(300);
  });
});

describe("health checks of instances", () => {
  const readNumber = (source: string, pattern: RegExp): number => Number(pattern.exec(source)?.[1]);

  it("let HAProxy remove a hung instance within 3 s, and increase a new instance's share slowly", () => {
    const rules = text("deploy/haproxy/20-rules.cfg");
    const timeoutMs = readNumber(rules, /^ {2}timeout check (\d+)s$/m) * 1000;
    const intervalMs = readNumber(rules, /^ {2}default-server inter (\d+)ms fall 1 /m);
    expect(timeoutMs + intervalMs).toBeLessThanOrEqual(3000);
    expect(rules).toMatch(/^ {2}default-server inter .* slowstart 10s$/m);
  });

  it("let Kubernetes remove a hung pod within 5 s", () => {
    const probeSchema = z.object({
      periodSeconds: z.number(),
      timeoutSeconds: z.number(),
      failureThreshold: z.number(),
    });
    const probe = probeSchema.parse(kubernetesContainers[0]?.["readinessProbe"]);
    const maxSeconds = probe.periodSeconds * probe.failureThreshold + probe.timeoutSeconds;
    expect(maxSeconds).toBeLessThanOrEqual(5);
  });

  it.runIf(process.platform === "linux")("kill a hung server in the container of compose.yaml", async () => {
    const port = await freePort();
    const hungServer = `require("node:http").createServer(() => {}).listen(${port}, "127.0.0.1", () => console.log("ready"))`;
    // The shell takes the place of the container's first process. The server is its child.
    const container = spawn("sh", ["-c", `"$0" -e '${hungServer}'; echo "exit $?"`, process.execPath], {
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    });
    const { pid } = container;
    if (pid === undefined) throw new Error("The shell did not start");
    let output = "";
    container.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    onTestFinished(() => {
      if (container.exitCode === null) process.kill(-pid, "SIGKILL");
    });
    await expect.poll(() => output).toContain("ready");

    const healthcheckSchema = z.object({ test: z.tuple([z.literal("CMD-SHELL"), z.string()]) });
    const [, script] = healthcheckSchema.parse(composeFile.services["app"]?.["healthcheck"]).test;
    const check = spawn("sh", [
      "-c",
      script
        .replaceAll("$$", "$")
        .replaceAll("127.0.0.1:9464", `127.0.0.1:${port}`)
        .replace("/proc/1/task/1/children", `/proc/${pid}/task/${pid}/children`),
    ]);
    expect(await once(check, "close")).toEqual([1, null]);
    await expect.poll(() => output).toContain("exit 137");
  });
});
