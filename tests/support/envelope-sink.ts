import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import * as z from "zod";
import { close, listen } from "./local-server";

const eventSchema = z.looseObject({
  event_id: z.string(),
  level: z.string(),
  release: z.string().optional(),
  environment: z.string().optional(),
  message: z.string().optional(),
  tags: z.record(z.string(), z.string()).default({}),
  request: z.looseObject({ url: z.string(), method: z.string().optional() }).optional(),
  exception: z
    .looseObject({
      values: z.array(
        z.looseObject({
          type: z.string(),
          value: z.string(),
          stacktrace: z.looseObject({ frames: z.array(z.looseObject({ filename: z.string() })) }).optional(),
        }),
      ),
    })
    .optional(),
});

export type ReportedEvent = z.infer<typeof eventSchema>;

export interface EnvelopeSink {
  /** The value for SENTRY_DSN. */
  dsn: string;
  /** The value for DEFAULTS_URL. At this URL, the sink serves `defaults` as the site's defaults file. */
  defaultsFileUrl: string;
  events: () => ReportedEvent[];
  /** Every envelope that the server has received, decompressed. */
  bodies: () => string[];
  stop: () => Promise<void>;
}

/** Starts a server that stores the envelopes of Sentry's clients (lines of JSON, also gzipped). */
export async function startEnvelopeSink({ shouldRespond = true, defaults = {} } = {}): Promise<EnvelopeSink> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*").setHeader("Access-Control-Allow-Headers", "*");
    if (request.url === "/defaults.json") response.end(JSON.stringify(defaults));
    else
      void readBody(request).then((body) => {
        if (request.method === "POST") bodies.push(body);
        if (shouldRespond) response.setHeader("Content-Type", "application/json").end("{}");
      });
  });
  const port = await listen(server);
  return {
    dsn: `http://publickey@127.0.0.1:${port}/42`,
    defaultsFileUrl: `http://127.0.0.1:${port}/defaults.json`,
    events: () => bodies.flatMap(parseEvents),
    bodies: () => bodies,
    stop: () => close(server),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const body = await buffer(request);
  return (request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
}

/** Returns the events in an envelope: a header, then a header and a payload for each item. */
function parseEvents(envelope: string): ReportedEvent[] {
  const [, ...lines] = envelope.split("\n");
  return lines.flatMap((line, index) => {
    const isEventItem =
      index % 2 === 1 && z.object({ type: z.literal("event") }).safeParse(parseLine(lines[index - 1]));
    return isEventItem && isEventItem.success ? [eventSchema.parse(parseLine(line))] : [];
  });
}

const parseLine = (line: string | undefined): unknown => (line ? JSON.parse(line) : undefined);
