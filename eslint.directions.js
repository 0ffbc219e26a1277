import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const domain = join(import.meta.dirname, "app", "domain");

/** What each folder of app/ may import besides itself (docs/decisions/folders.md). */
const allowed = {
  config: ["i18n"],
  telemetry: ["acq", "config"],
  i18n: [],
  acq: ["config"],
  domain: ["acq"],
  experiments: ["config", "domain", "i18n", "request/cookies", "request/tokens", "telemetry"],
  ui: ["domain", "i18n"],
  request: ["acq", "config", "domain", "experiments", "i18n", "routes.ts", "telemetry", "ui"],
  browser: ["domain", "i18n", "request", "telemetry", "ui"],
  server: ["acq", "config", "domain", "experiments", "i18n", "request", "telemetry"],
  routes: ["acq", "domain", "experiments", "i18n", "request", "ui"],
};

/** The zones of import-x/no-restricted-paths that hold the table. */
export function directions() {
  return [...programs, ...upwards, ...Object.entries(allowed).map(folderZone), ...domains(), schemas];
}

const programs = [
  { target: "./acq", from: "./app", message: "acq/ is a program of its own." },
  { target: "./app", from: "./acq", message: "acq/ is a program of its own." },
];

const upwards = [
  { target: "./app", from: "./app/routes/**/route.tsx", message: "Nothing imports a route." },
  { target: "./app", from: "./app/root.tsx", message: "Nothing imports the root." },
];

const schemas = {
  target: "./app/domain/**/*.schema.ts",
  from: ["./app/acq/**/*", "./app/domain/**/*.server.ts"],
  message: "Schemas run on both sides: zod is all they need.",
};

function folderZone([folder, others]) {
  return {
    target: `./app/${folder}`,
    from: "./app",
    except: [folder, ...others].map((name) => `./${name}`),
    message: `${folder} may import ${others.join(", ") || "nothing else"}; see the house's table.`,
  };
}

function domains() {
  if (!existsSync(domain)) return [];
  const folders = readdirSync(domain, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => ({
    target: `./app/domain/${name}`,
    from: `./app/domain/!(${name})/**`,
    message: "One domain does not import another.",
  }));
}
