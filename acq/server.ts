import { EventEmitter } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Acq, Call } from "./graphql/call";
import { openDatabase } from "./db/database";
import { respondToFaultRequest, createFaults, type Faults } from "./faults";
import { attachSubscriptions, createGraphqlEndpoint } from "./graphql/graphql-endpoint";
import { isOwnHost, isOwnOrigin, createJsonAnswer, type Reply, sendReply, createTextAnswer } from "./http";
import { createMailer, readOutbox } from "./mail/mailer";
import { createReplacementPassword } from "./db/passwords";
import { respondToWelcomeRequest, renderOutboxPage } from "./pages/welcome";
import { seed } from "./db/seed";
import { describeErrorName } from "./graphql/errors";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { GraphQLSchema } from "graphql";
import { createSchema } from "graphql-yoga";
import { resolvers } from "./graphql/resolvers";

export interface AcqOptions {
  /** The port that acq listens on; 0 for any free port. */
  port: number;
  /** The path of the database file, or `:memory:`. */
  databasePath: string;
  brand?: string;
  /** The public origin and base path of the front end. */
  frontEndUrl?: string;
  smtpUrl?: string | undefined;
  allowFaults?: boolean;
  /** True if every page shows that the site is a demonstration. */
  showsNotice?: boolean;
  /** True if acq is public: it then replaces the published password of the demonstration accounts. */
  isPublic?: boolean;
  /** Milliseconds since 1970; tests pass a clock of their own. */
  now?: () => number;
  log?: (line: string) => void;
}

export interface RunningAcq {
  port: number;
  close: () => Promise<void>;
}

/**
 * Starts the embedded acq on loopback only (docs/develop/acq-protocol.md#embedded-acq).
 *
 * @throws an error if the database cannot be opened or the port is in use (code EADDRINUSE)
 */
export async function startAcq(options: AcqOptions): Promise<RunningAcq> {
  const { port, databasePath, brand = "Velvetgate", smtpUrl, now = Date.now } = options;
  const log = options.log ?? ((line) => process.stderr.write(`acq: ${line}\n`));
  const frontEndUrl = (options.frontEndUrl ?? "http://localhost:3000").replace(/\/+$/, "");
  const database = openDatabase(databasePath);
  const ownPassword = options.isPublic === true ? await createReplacementPassword(log) : undefined;
  seed({ database, now, ownPassword });

  const server = createServer();
  const sender = { name: brand, address: `no-reply@${new URL(frontEndUrl).hostname}` };
  const mailer = createMailer({ database, smtpUrl, sender, log });
  const changeEmitter = new EventEmitter().setMaxListeners(0);
  const getOwnUrl = (): string => `http://localhost:${readListeningPort(server.address())}`;
  const acq: Acq = { database, now, brand, frontEndUrl, getOwnUrl, changeEmitter, mailer, ownPassword };
  const faults = options.allowFaults === true ? createFaults() : undefined;
  const schema = createAcqSchema();
  const graphql = createGraphqlEndpoint({ acq, schema, faults, log });

  const endpoints: Endpoints = { acq, graphql, faults, showsNotice: options.showsNotice === true };

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      sendReply(response, await routeRequest(request, endpoints));
    } catch (error) {
      log(`a request failed: ${describeErrorName(error)}`);
      sendReply(response, createTextAnswer(500, "Internal error"));
    }
  }

  server.on("request", (request, response) => void handleRequest(request, response));
  const endSubscriptions = attachSubscriptions(server, { acq, schema, faults });
  await listenOnLoopback(server, port).catch((error: unknown) => {
    database.close();
    throw error;
  });
  mailer.deliver();

  return {
    port: readListeningPort(server.address()),
    close: async () => {
      await endSubscriptions();
      await closeServer(server);
      await mailer.close();
      database.close();
    },
  };
}

/** The dependencies of `routeRequest`, which handles acq's HTTP requests. */
interface Endpoints {
  acq: Acq;
  graphql: (request: IncomingMessage) => Promise<Reply>;
  faults: Faults | undefined;
  showsNotice: boolean;
}

async function routeRequest(
  request: IncomingMessage,
  { acq, graphql, faults, showsNotice }: Endpoints,
): Promise<Reply> {
  if (!isOwnHost(request.headers.host)) return createTextAnswer(421, "Not a name of this machine");
  if (!isOwnOrigin(request.headers)) return createTextAnswer(403, "Not for pages of other sites");
  const [pathname, query] = (request.url ?? "/").split("?", 2);
  const isReadRequest = request.method === "GET" || request.method === "HEAD";
  if (pathname === "/graphql") return graphql(request);
  if (pathname === "/welcome")
    return respondToWelcomeRequest(acq, request, new URLSearchParams(query), showsNotice);
  if (pathname === "/outbox.json" && isReadRequest) return createJsonAnswer(200, readOutbox(acq));
  if (pathname === "/outbox" && isReadRequest)
    return renderOutboxPage(acq.brand, readOutbox(acq), showsNotice);
  if (pathname === "/faults" && faults !== undefined) return respondToFaultRequest(request, faults);
  return createTextAnswer(404, "Not found");
}

function listenOnLoopback(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}

/** Closes acq's HTTP server. Open requests have one second to finish. */
async function closeServer(server: Server): Promise<void> {
  const closePromise = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), 1000).unref();
  await closePromise;
}

function readListeningPort(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

// acq.graphql is in this folder in the sources, but in another one when this module is bundled into build/.
const schemaPaths = ["./acq.graphql", "../acq/acq.graphql"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** Returns acq.graphql with its resolvers. */
function createAcqSchema(): GraphQLSchema {
  const schemaPath = schemaPaths.find((path) => existsSync(path));
  if (schemaPath === undefined) throw new Error(`acq.graphql is neither at ${schemaPaths.join(" nor at ")}`);
  return createSchema<Call>({ typeDefs: readFileSync(schemaPath, "utf8"), resolvers });
}
