import { createServices, type Services } from "~/request/services.server";
import * as z from "zod";
import { startAcq } from "../../acq/server";
import { createConfig } from "./configuration";

/** The site's services, connected to a separate acq in memory. */
export interface Club {
  services: Services;
  /** Makes the next call of this operation at acq fail, and its retry too. By default acq responds with 502. */
  failNextCall(operationName: string, fault?: object): Promise<void>;
  /** Returns the recipients of all e-mails, newest first. */
  readRecipients(): Promise<string[]>;
  stop(): Promise<void>;
}

const outboxSchema = z.array(z.object({ to: z.string() }));

/**
 * Starts the services of a site and an acq.
 * @param now - acq's clock, in milliseconds since 1970
 * @param data - the path of acq's database: a file if the test reads the database
 */
export async function startClub(
  environment: Record<string, string> = {},
  now = Date.now,
  data = ":memory:",
): Promise<Club> {
  const acq = await startAcq({ port: 0, databasePath: data, allowFaults: true, log: () => undefined, now });
  const origin = `http://127.0.0.1:${acq.port}`;
  const { ACQ_GRAPHQL_URL: url = `${origin}/graphql`, ...variables } = environment;
  const config = createConfig({
    ACQ_EMBEDDED: "true",
    PUBLIC_ORIGIN: "https://club.example",
    LOG_LEVEL: "silent",
    FORM_MIN_SECONDS: "0",
    ...variables,
  });
  return {
    services: createServices({ ...config, acq: { ...config.acq, url } }),
    async failNextCall(operationName, fault = { kind: "status", value: 502, times: 2 }) {
      const body = JSON.stringify({ operationName, ...fault });
      const headers = { "Content-Type": "application/json" };
      const response = await fetch(`${origin}/faults`, { method: "POST", headers, body });
      if (!response.ok) throw new Error(await response.text());
    },
    async readRecipients() {
      const mails = outboxSchema.parse(await (await fetch(`${origin}/outbox.json`)).json());
      return mails.map(({ to: recipient }) => recipient);
    },
    stop: () => acq.close(),
  };
}
