import { createCipheriv, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { GrowthBookClient, type FeatureApiResponse } from "@growthbook/growthbook";
import * as z from "zod";
import { freePort } from "./free-port";

export type Features = NonNullable<FeatureApiResponse["features"]>;

/**
 * A server of feature flags like GrowthBook's proxy: it sends the flags as JSON, streams their changes, and evaluates
 * them.
 */
export interface FeaturesServer {
  url: string;
  /** Replaces the feature flags, and sends the new ones on the open streams. */
  setFeatures(features: Features): void;
  /** Sends an event that reports changed feature flags, without the flags. The client then has to request the flags. */
  announceFeatures(): void;
  /**
   * Sets one response for all requests. Undefined restores the normal responses, and status 0 means that the server
   * does not respond.
   */
  replaceResponse(text: string | undefined, status?: number): void;
  /** Sends an event on every stream. */
  sendEvent(event: string, data: string): void;
  /** Ends every connection and refuses new ones until `listenAgain`. */
  stopListening(): Promise<void>;
  listenAgain(): Promise<void>;
  /** The method and path of each request, such as "GET /api/features/key". */
  requestedPaths: string[];
  /** The bodies of the requests to evaluate features. */
  evaluationRequests: EvaluationRequest[];
  streams(): number;
  stop(): Promise<void>;
}

const evaluationSchema = z.object({
  attributes: z.record(z.string(), z.unknown()),
  forcedVariations: z.record(z.string(), z.number()),
});
export type EvaluationRequest = z.infer<typeof evaluationSchema>;

/**
 * Starts a features service.
 * @param key - 128 bits; if given, features are encrypted like GrowthBook's (AES-CBC, "iv.text" in base64)
 */
export async function startFeaturesServer(initialFeatures: Features, key?: Buffer): Promise<FeaturesServer> {
  const port = await freePort();
  const streams = new Set<ServerResponse>();
  const requestedPaths: string[] = [];
  const evaluationRequests: EvaluationRequest[] = [];
  let features = initialFeatures;
  let featuresVersion = 0;
  let replacementResponse: { text: string; status: number } | undefined;

  function createPayload(): string {
    const dateUpdated = new Date(featuresVersion).toISOString();
    if (!key) return JSON.stringify({ status: 200, features, dateUpdated });
    return JSON.stringify({
      status: 200,
      features: {},
      dateUpdated,
      encryptedFeatures: encryptFeatures(key, features),
    });
  }

  async function handleRequest(req: IncomingMessage, res: ServerResponse): Promise<void> {
    requestedPaths.push(`${req.method} ${req.url}`);
    const json = { "Content-Type": "application/json", "X-SSE-Support": "enabled" };
    if (replacementResponse) {
      if (replacementResponse.status !== 0)
        res.writeHead(replacementResponse.status, json).end(replacementResponse.text);
    } else if (req.method === "GET" && req.url === "/api/features/sdk-key") {
      res.writeHead(200, json).end(createPayload());
    } else if (req.method === "GET" && req.url === "/sub/sdk-key") {
      res.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-cache" });
      res.write(": hello\n\n");
      streams.add(res);
      res.on("close", () => streams.delete(res));
    } else if (req.method === "POST" && req.url === "/api/eval/sdk-key") {
      let body = "";
      for await (const chunk of req) body += String(chunk);
      const evaluationRequest = evaluationSchema.parse(JSON.parse(body));
      evaluationRequests.push(evaluationRequest);
      res
        .writeHead(200, json)
        .end(JSON.stringify({ features: evaluateFeatures(features, evaluationRequest) }));
    } else {
      res.writeHead(404).end();
    }
  }

  const createListener = () =>
    createServer((req, res) => {
      handleRequest(req, res).catch((error: unknown) =>
        res.destroy(error instanceof Error ? error : undefined),
      );
    });
  let server = createListener();
  const startListening = () => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const sendEvent = (event: string, data: string) => {
    for (const stream of streams) stream.write(`event: ${event}\ndata: ${data}\n\n`);
  };
  await startListening();

  return {
    url: `http://127.0.0.1:${port}`,
    requestedPaths,
    evaluationRequests,
    sendEvent,
    setFeatures(newFeatures) {
      features = newFeatures;
      featuresVersion += 1;
      sendEvent("features", createPayload());
    },
    announceFeatures: () => sendEvent("features-updated", ""),
    replaceResponse(text, status = 200) {
      replacementResponse = text === undefined ? undefined : { text, status };
    },
    stopListening: close,
    async listenAgain() {
      server = createListener();
      await startListening();
    },
    streams: () => streams.size,
    stop: close,
  };
}

function encryptFeatures(key: Buffer, features: Features): string {
  const iv = randomBytes(16);
  const cipher = createCipheriv("aes-128-cbc", key, iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(features)), cipher.final()]);
  return `${iv.toString("base64")}.${text.toString("base64")}`;
}

/**
 * Answers a request for evaluation like GrowthBook's proxy: results as forced values, with the experiments to track.
 */
function evaluateFeatures(features: Features, { attributes, forcedVariations }: EvaluationRequest): Features {
  const client = new GrowthBookClient<Record<string, unknown>>().initSync({ payload: { features } });
  return Object.fromEntries(
    Object.keys(features).map((name) => {
      const { value, experiment, experimentResult } = client.evalFeature(name, {
        attributes,
        forcedVariations,
      });
      const tracks = experiment && experimentResult ? [{ experiment, result: experimentResult }] : [];
      return [name, { rules: [{ force: value, tracks }] }];
    }),
  );
}

/** Returns an experiment of two or more variations for all visitors, in GrowthBook's format. */
export function createExperiment(
  key: string,
  variations: readonly unknown[],
  weights: readonly number[],
  overrides: object = {},
): Features[string] {
  return {
    defaultValue: variations[0],
    rules: [
      {
        key,
        hashAttribute: "id",
        hashVersion: 2,
        coverage: 1,
        ...overrides,
        variations: [...variations],
        weights: [...weights],
        meta: variations.map((_variation, index) => ({ key: String(index) })),
      },
    ],
  };
}
