import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const domain = join(import.meta.dirname, "app", "domain");

/**
 * What each folder of app/ may import besides itself: the table "One direction" of the house. Routes, and
 * what they share in pages/, also read the load context that the request brought them.
 */
const allowed = {
  domain: ["acq"],
  views: ["components", "i18n", "domain", "art"],
  layouts: ["components", "i18n", "domain", "art"],
  components: ["i18n", "domain", "styles"],
  acq: ["config"],
  pages: [
    "analytics",
    "components",
    "config",
    "domain",
    "experiments",
    "acq",
    "http",
    "i18n",
    "page-templates",
    "context.server.ts",
    "services.server.ts",
  ],
  http: ["config", "i18n", "telemetry", "memoize.ts", "routes.ts"],
  i18n: ["config", "memoize.ts"],
  telemetry: ["config"],
  experiments: ["config", "domain", "http", "i18n", "telemetry"],
  consent: ["config", "http", "i18n", "telemetry"],
  analytics: ["config", "http", "i18n", "telemetry"],
  // Decides which request may have a page that is everybody's: it has to know what pages depend on.
  "page-cache": [
    "config",
    "domain",
    "experiments",
    "http",
    "i18n",
    "pages",
    "telemetry",
    "views",
    "context.server.ts",
    "services.server.ts",
    "memoize.ts",
  ],
  "page-templates": ["context.server.ts", "services.server.ts"],
  config: [],
  routes: [
    ...[
      "pages",
      "domain",
      "http",
      "views",
      "layouts",
      "components",
      "i18n",
      "experiments",
      "consent",
      "analytics",
      "page-templates",
    ],
    "context.server.ts",
    "services.server.ts",
  ],
};

/** The zones of import-x/no-restricted-paths that hold the table. */
export function directions() {
  return [...programs, ...upwards, ...Object.entries(allowed).map(folderZone), ...domains(), ...bothSides];
}

const programs = [
  { target: "./acq", from: "./app", message: "acq/ is a program of its own." },
  { target: "./app", from: "./acq", message: "acq/ is a program of its own." },
];

const upwards = [
  { target: "./app", from: "./app/routes", message: "Nothing imports a route." },
  { target: "./app", from: "./app/root.tsx", message: "Nothing imports the root." },
];

/** Views, and the half of the domain that the browser sees, stay clear of its server half. */
const bothSides = [
  ...["views", "layouts", "components"].map((folder) => ({
    target: `./app/${folder}`,
    from: "./app/domain/**/*.server.ts",
    message: `${folder} take the domain's schemas and types, not its server half.`,
  })),
  ...["./app/acq/**/*", "./app/domain/**/*.server.ts"].map((from) => ({
    target: "./app/domain/**/*.{schema,types}.ts",
    from,
    message: "Schemas and types run on both sides: zod is all they need.",
  })),
];

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
    from: "./app/domain",
    except: [`./${name}`],
    message: "One domain does not import another.",
  }));
}
