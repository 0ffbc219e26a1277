import { EventEmitter } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Acq, OperationContext } from "./graphql/call";
import { openDatabase } from "./db/database";
import { respondToFaultRequest, createFaultStore, type FaultStore } from "./faults";
import { attachSubscriptionServer, createGraphqlEndpoint } from "./graphql/graphql-endpoint";
import {
  isLoopbackHost,
  isOwnOrigin,
  createJsonReply,
  type ReplyOrReset,
  sendReplyOrReset,
  createTextReply,
} from "./http";
import { createMailer, readOutbox } from "./mail/mailer";
import { createReplacementPassword } from "./db/passwords";
import { respondToWelcomeRequest, renderOutboxPage } from "./pages/welcome";
import { seedDemonstrationData } from "./db/seed";
import { describeErrorName } from "./graphql/errors";
import { readOwnFile } from "./own-files";
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
  showsDemonstrationNotice?: boolean;
  /** True if acq is public: it then replaces the published password of the demonstration accounts. */
  isPublic?: boolean;
  /** Returns the current time, in milliseconds since 1970. Tests pass a clock of their own. */
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
  const replacementPassword = options.isPublic === true ? await createReplacementPassword(log) : undefined;
  seedDemonstrationData({ database, now, replacementPassword });

  const server = createServer();
  // Longer than the site keeps idle connections (4 s), so that acq never closes one on which the site sends a request.
  server.keepAliveTimeout = 60_000;
  const sender = { name: brand, address: `no-reply@${new URL(frontEndUrl).hostname}` };
  const mailer = createMailer({ database, smtpUrl, sender, log });
  const mutationEmitter = new EventEmitter().setMaxListeners(0);
  const getAcqUrl = (): string => `http://localhost:${readListeningPort(server.address())}`;
  const acq: Acq = {
    database,
    now,
    brand,
    frontEndUrl,
    getAcqUrl,
    mutationEmitter,
    mailer,
    replacementPassword,
  };
  const faultStore = options.allowFaults === true ? createFaultStore() : undefined;
  const schema = createAcqSchema();
  const handleGraphqlRequest = createGraphqlEndpoint({ acq, schema, faultStore, log });

  const routeDependencies: RouteDependencies = {
    acq,
    handleGraphqlRequest,
    faultStore,
    showsDemonstrationNotice: options.showsDemonstrationNotice === true,
  };

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      sendReplyOrReset(response, await routeRequest(request, routeDependencies));
    } catch (error) {
      log(`a request failed: ${describeErrorName(error)}`);
      sendReplyOrReset(response, createTextReply(500, "Internal error"));
    }
  }

  server.on("request", (request, response) => void handleRequest(request, response));
  const endSubscriptions = attachSubscriptionServer(server, { acq, schema, faultStore });
  await listenOnLoopback(server, port).catch((error: unknown) => {
    database.close();
    throw error;
  });
  mailer.deliverWaitingMessages();

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
interface RouteDependencies {
  acq: Acq;
  handleGraphqlRequest: (request: IncomingMessage) => Promise<ReplyOrReset>;
  faultStore: FaultStore | undefined;
  showsDemonstrationNotice: boolean;
}

async function routeRequest(
  request: IncomingMessage,
  { acq, handleGraphqlRequest, faultStore, showsDemonstrationNotice }: RouteDependencies,
): Promise<ReplyOrReset> {
  if (!isLoopbackHost(request.headers.host)) return createTextReply(421, "Not a name of this machine");
  if (!isOwnOrigin(request.headers)) return createTextReply(403, "Not for pages of other sites");
  const [pathname, query] = (request.url ?? "/").split("?", 2);
  const isReadRequest = request.method === "GET" || request.method === "HEAD";
  if (pathname === "/graphql") return handleGraphqlRequest(request);
  if (pathname === "/welcome")
    return respondToWelcomeRequest(acq, request, new URLSearchParams(query), showsDemonstrationNotice);
  if (pathname === "/outbox.json" && isReadRequest) return createJsonReply(200, readOutbox(acq));
  if (pathname === "/outbox" && isReadRequest)
    return renderOutboxPage(acq.brand, readOutbox(acq), showsDemonstrationNotice);
  if (pathname === "/faults" && faultStore !== undefined) return respondToFaultRequest(request, faultStore);
  return createTextReply(404, "Not found");
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

/** Returns acq.graphql with its resolvers. */
function createAcqSchema(): GraphQLSchema {
  return createSchema<OperationContext>({ typeDefs: readOwnFile("acq.graphql").toString(), resolvers });
}
