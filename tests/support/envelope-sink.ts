import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
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
  /** For SENTRY_DSN. */
  dsn: string;
  /** For DEFAULTS_URL: what it answers there. */
  defaultsUrl: string;
  events: () => ReportedEvent[];
  /** Every envelope as it came, unpacked. */
  bodies: () => string[];
  stop: () => Promise<void>;
}

/** Takes what Sentry's clients send (their envelopes: lines of JSON, also gzipped), and keeps all of it. */
export async function startEnvelopeSink({ answers = true, defaults = {} } = {}): Promise<EnvelopeSink> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*").setHeader("Access-Control-Allow-Headers", "*");
    if (request.url === "/defaults.json") response.end(JSON.stringify(defaults));
    else
      void bodyOf(request).then((body) => {
        if (request.method === "POST") bodies.push(body);
        if (answers) response.setHeader("Content-Type", "application/json").end("{}");
      });
  });
  const port = await listen(server);
  return {
    dsn: `http://publickey@127.0.0.1:${port}/42`,
    defaultsUrl: `http://127.0.0.1:${port}/defaults.json`,
    events: () => bodies.flatMap(eventsIn),
    bodies: () => bodies,
    stop: () => close(server),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const body = await buffer(request);
  return (request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
}

/** An envelope is its header and then, for each item, the item's header and what it holds. */
function eventsIn(envelope: string): ReportedEvent[] {
  const [, ...lines] = envelope.split("\n");
  return lines.flatMap((line, index) => {
    const isEvent =
      index % 2 === 1 && z.object({ type: z.literal("event") }).safeParse(parsed(lines[index - 1]));
    return isEvent && isEvent.success ? [eventSchema.parse(parsed(line))] : [];
  });
}

const parsed = (line: string | undefined): unknown => (line ? JSON.parse(line) : undefined);
