import { onTestFinished } from "vitest";
import * as z from "zod";
import { type AcqOptions, startAcq } from "../../../../acq/server";

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

const responseSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.record(z.string(), z.unknown()).optional() }))
    .optional(),
});

const outboxSchema = z.array(
  z.object({
    id: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    links: z.array(z.string()),
    sentAt: z.iso.datetime(),
  }),
);

export type GraphqlResponse = z.infer<typeof responseSchema>;
export type Mail = z.infer<typeof outboxSchema>[number];
type Headers = Record<string, string>;

export interface TestAcq {
  url: string;
  port: number;
  /** acq's clock, which advances only when the test advances it. */
  clock: { advance: (milliseconds: number) => void; now: () => number };
  callAcq: (query: string, variables?: object, headers?: Headers) => Promise<GraphqlResponse>;
  /** Calls acq and returns the only field of the response. Throws on a GraphQL error. */
  queryField: (query: string, variables?: object, headers?: Headers) => Promise<unknown>;
  outbox: () => Promise<Mail[]>;
  close: () => Promise<void>;
}

/** Starts the real server of the embedded acq on a free port with its own clock, and stops it after the test. */
export async function startTestAcq(options: Partial<AcqOptions> = {}): Promise<TestAcq> {
  let currentTime = Date.parse("2026-11-21T09:00:00Z");
  const now = (): number => currentTime;
  const runningAcq = await startAcq({ port: 0, databasePath: ":memory:", now, ...options });
  const url = `http://127.0.0.1:${runningAcq.port}`;
  let isAcqRunning = true;
  const close = async (): Promise<void> => {
    if (isAcqRunning) await runningAcq.close();
    isAcqRunning = false;
  };
  onTestFinished(close);

  const callAcq: TestAcq["callAcq"] = async (query, variables = {}, headers = {}) => {
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify({ operationName: /^\w+ (\w+)/.exec(query.trim())?.[1], query, variables }),
    });
    return responseSchema.parse(await response.json());
  };
  return {
    url,
    port: runningAcq.port,
    clock: { now, advance: (milliseconds) => void (currentTime += milliseconds) },
    callAcq,
    queryField: async (query, variables, headers) => {
      const { data, errors } = await callAcq(query, variables, headers);
      if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join());
      return Object.values(data ?? {})[0];
    },
    outbox: async () => outboxSchema.parse(await (await fetch(`${url}/outbox.json`)).json()),
    close,
  };
}
