import { createServer } from "node:http";
import * as z from "zod";
import { close, listen } from "./local-server";

const valueSchema = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.coerce.number() }).transform(({ intValue }) => intValue),
  z.object({ boolValue: z.boolean() }).transform(({ boolValue }) => boolValue),
]);
const attributesSchema = z
  .array(z.object({ key: z.string(), value: valueSchema }))
  .transform((pairs) => Object.fromEntries(pairs.map(({ key, value }) => [key, value])));
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: attributesSchema,
});
/** The part of OTLP's JSON that contains spans (opentelemetry-proto, trace/v1). */
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

export type ReceivedSpan = z.infer<typeof spanSchema>;

/** A collector of traces (OpenTelemetry) that stores the spans that it receives. */
export interface OtlpSink {
  endpoint: string;
  spans: ReceivedSpan[];
  /** The OpenTelemetry resource attributes of each export. */
  senderAttributes: Record<string, unknown>[];
  /** The Authorization headers that the collector has received. */
  authorizations: (string | undefined)[];
  /** Returns all bytes that the collector has received, as text. */
  bytes: () => string;
  close(): Promise<void>;
}

export async function startOtlpSink(wantedPort = 0): Promise<OtlpSink> {
  const spans: ReceivedSpan[] = [];
  const senders: Record<string, unknown>[] = [];
  const authorizations: (string | undefined)[] = [];
  let text = "";
  const server = createServer((req, res) => {
    let body = "";
    req.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    req.on("end", () => {
      text += body;
      authorizations.push(req.headers.authorization);
      for (const { resource, scopeSpans } of exportSchema.parse(JSON.parse(body)).resourceSpans) {
        senders.push(resource.attributes);
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
      res.writeHead(req.url === "/v1/traces" ? 200 : 404, { "Content-Type": "application/json" }).end("{}");
    });
  });
  const port = await listen(server, wantedPort);
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    spans,
    senderAttributes: senders,
    authorizations,
    bytes: () => text,
    close: () => close(server),
  };
}
