import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { GraphQLSchema } from "graphql";
import { createSchema } from "graphql-yoga";
import type { Call } from "./call";
import { resolvers } from "./resolvers";

// Beside this module when run from the source, in the neighbouring folder when bundled into build/.
const places = ["./acq.graphql", "../acq/acq.graphql"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** acq.graphql with its resolvers. */
export function createAcqSchema(): GraphQLSchema {
  const found = places.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`acq.graphql is neither at ${places.join(" nor at ")}`);
  return createSchema<Call>({ typeDefs: readFileSync(found, "utf8"), resolvers });
}
