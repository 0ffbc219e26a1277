import { EventEmitter, once } from "node:events";
import { getOperationAST, type GraphQLSchema, parse, print } from "graphql";
import { v4 as uuid } from "uuid";
import * as z from "zod";
import type { Acq } from "~/acq/client.server";
import type { AcqResult } from "~/acq/results";
import { createReconnectingConnection } from "~/acq/reconnecting-connection.server";
import { subscribeToRegistration } from "~/acq/operations/registration-changed.server";
import { fetchResponse, parseResponseJson } from "~/acq/policy/fetch-response.server";
import { NoResponseError } from "~/acq/policy/classify-failure.server";
import { createAuthorizationHeader, createRequestHeaders } from "~/acq/request-headers.server";
import { Mismatch, expectThat } from "./checklist";
import { findSchemaFault } from "./schema-fault";

const responseSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        extensions: z.object({ code: z.string() }).optional().catch(undefined),
      }),
    )
    .optional(),
});

/**
 * A call to acq with the site's own GraphQL documents and schemas (app/acq/operations). Unlike the site, the check
 * treats a response that acq.graphql does not allow as an error.
 */
interface AcqClient {
  acq: Acq;
  /** Returns the data of acq's latest response, unparsed. */
  readLastResponseData: () => unknown;
}

export interface AcqCalls {
  /** @throws Mismatch if the URL of acq does not respond with GraphQL */
  connect: () => Promise<void>;
  createClient: (token?: string) => AcqClient;
  /** Subscribes to the status of a registration. The first value is the current status. */
  follow: (registrationId: string) => RegistrationSubscription;
}

interface RegistrationSubscription {
  /** @throws Mismatch if acq sends nothing in time, or sends something other than a registration status */
  readNextStatus: () => Promise<string>;
  unsubscribe: () => void;
}

interface AcqEndpoint {
  url: string;
  schema: GraphQLSchema;
  tokenPrefix: string;
  /** How long to wait for a response, or for a change of a registration, in milliseconds. */
  timeoutMs: number;
}

export function createAcqCalls(endpoint: AcqEndpoint): AcqCalls {
  const { url, schema, tokenPrefix, timeoutMs } = endpoint;

  function createClient(token?: string): AcqClient {
    let lastResponseData: unknown;
    const authorization = createAuthorizationHeader(token, tokenPrefix);
    const acq: Acq = {
      async request({ operationDocument, variables, responseSchema, idempotencyKey }) {
        const correlationId = `acq-frontend-${uuid()}`;
        const operationName = getOperationAST(operationDocument)?.name?.value;
        const response = await requireResponse(
          fetchResponse(url, {
            method: "POST",
            headers: {
              "Content-Type": "application/json",
              Accept: "application/graphql-response+json, application/json",
              ...createRequestHeaders({ ...callerInfo, authorization }, correlationId, idempotencyKey),
            },
            body: JSON.stringify({ query: print(operationDocument), variables, operationName }),
            signal: AbortSignal.timeout(timeoutMs),
          }),
        );
        const { data, errors } = readResponse(await response.text());
        if (errors) {
          expectThat(errors.length > 0, "a non-empty list of errors, or no errors field", "an empty list");
          const errorCodes = errors.map(({ extensions }) => extensions?.code ?? "UNKNOWN");
          return { ok: false, failure: { kind: "graphql", errorCodes, correlationId } };
        }
        lastResponseData = data;
        const schemaFault = findSchemaFault(schema, operationDocument, data);
        expectThat(schemaFault === undefined, "a response that matches acq.graphql", schemaFault);
        const result = responseSchema.safeParse(data);
        expectThat(
          result.success,
          "a response that the site can use",
          result.error && z.prettifyError(result.error),
        );
        return { ok: true, data: result.data };
      },
    };
    return { acq, readLastResponseData: () => lastResponseData };
  }

  return {
    createClient,
    follow: (registrationId) => followRegistration(endpoint, registrationId),
    async connect() {
      const headers = { "Content-Type": "application/json" };
      const body = JSON.stringify({ query: "query reach { __typename }", operationName: "reach" });
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await requireResponse(fetchResponse(url, { method: "POST", headers, body, signal }));
      readResponse(await response.text());
    },
  };
}

const callerInfo = {
  sessionId: uuid(),
  sourcePage: "/acq-check",
  clientAddress: "192.0.2.1",
  clientNetwork: "192.0.2.1",
  acceptLanguage: "en",
  signal: undefined,
  demoCountry: undefined,
};

async function requireResponse<Value>(call: Promise<Value>): Promise<Value> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    throw new Mismatch("a JSON response", describeMissingResponse(error));
  }
}

/** Describes why acq's response is missing: the HTTP status, or the network's error code, such as ECONNREFUSED. */
function describeMissingResponse({ status, cause }: NoResponseError): string {
  if (status !== null) return `status ${status} without a JSON response that the site accepts`;
  const errorCode = z.object({ code: z.string() }).safeParse(cause);
  return errorCode.success ? errorCode.data.code : "no response within the time limit";
}

function readResponse(text: string): z.infer<typeof responseSchema> {
  try {
    return responseSchema.parse(parseResponseJson(text));
  } catch {
    throw new Mismatch("a GraphQL response with data or errors", text.slice(0, 80));
  }
}

/**
 * Returns the data of a response.
 *
 * @throws Mismatch if the response is a GraphQL error
 */
export function requireData<Data>(response: AcqResult<Data>): Data {
  if (response.ok) return response.data;
  throw new Mismatch("a response", `a GraphQL error: ${formatErrorCodes(response)}`);
}

/**
 * Returns the error codes of a response.
 *
 * @throws Mismatch if the response has data, where acq.graphql requires an error
 */
export function readRefusalCodes(response: AcqResult<unknown>): readonly string[] {
  if (response.ok) throw new Mismatch("a GraphQL error", JSON.stringify(response.data));
  return response.failure.kind === "graphql" ? response.failure.errorCodes : [];
}

function formatErrorCodes(response: AcqResult<unknown> & { ok: false }): string {
  return response.failure.kind === "graphql" ? response.failure.errorCodes.join(", ") : response.failure.kind;
}

const statusMessageSchema = z.object({
  data: z.object({ registrationChanged: z.object({ status: z.string() }) }),
});

function followRegistration(
  { url, schema, timeoutMs }: AcqEndpoint,
  registrationId: string,
): RegistrationSubscription {
  const statusQueue = createQueue<string | Mismatch>();
  const addMismatch = (expected: string, actual: string) => {
    statusQueue.add(new Mismatch(expected, actual));
  };
  const link = createReconnectingConnection({
    url: () => url.replace(/^http/, "ws"),
    log: {
      warn: (fields) => {
        addMismatch("a connection that stays open", JSON.stringify(fields));
      },
    },
    idleTimeoutMs: 0,
  });
  const schemaCheckingLink: typeof link = {
    ...link,
    subscribe: (request, listener) =>
      link.subscribe(request, {
        ...listener,
        next(payload) {
          const { success, data } = statusMessageSchema.safeParse(payload);
          const fault = success
            ? findSchemaFault(schema, parse(request.query), data.data)
            : "a message without registrationChanged";
          if (fault === undefined && success) statusQueue.add(data.data.registrationChanged.status);
          else
            addMismatch(
              "a message that matches acq.graphql",
              fault ?? "a message without registrationChanged",
            );
        },
      }),
  };
  subscribeToRegistration(schemaCheckingLink, registrationId, {
    onStatus: () => undefined,
    onEnd: () => {
      addMismatch("a subscription that stays open until the account is active", "acq ended the subscription");
    },
  });
  return {
    async readNextStatus() {
      const status = await statusQueue.next(timeoutMs);
      if (status instanceof Mismatch) throw status;
      expectThat(status !== undefined, "a status from the subscription within the time limit", "no status");
      return status;
    },
    unsubscribe: () => {
      link.close();
    },
  };
}

/** Creates a queue that stores its values until they are read. */
function createQueue<Value>() {
  const queuedValues: Value[] = [];
  const queueEvents = new EventEmitter();
  return {
    add(value: Value): void {
      queuedValues.push(value);
      queueEvents.emit("value");
    },
    /** Resolves to the next value, or to undefined if none arrives within `ms` milliseconds. */
    async next(ms: number): Promise<Value | undefined> {
      if (queuedValues.length === 0)
        await once(queueEvents, "value", { signal: AbortSignal.timeout(ms) }).catch(() => undefined);
      return queuedValues.shift();
    },
  };
}
