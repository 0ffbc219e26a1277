import { z } from "zod";
import { freePort } from "./free-port";
import { startProcess, waitUntilReady } from "./server-process";

const mailSchema = z.object({
  id: z.union([z.string(), z.number()]),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  links: z.array(z.string()),
  sentAt: z.string(),
});

export type Mail = z.infer<typeof mailSchema>;

/** How the embedded acq fails its next calls (contract.md, section 11). */
export interface Fault {
  operationName: string;
  kind: "delay" | "status" | "reset" | "malformed" | "graphql-error";
  value?: number | string;
  /** How often, once if not given. */
  times?: number;
  /** "after": acq does the work and then fails to say so. */
  when?: "before" | "after";
}

export interface Velvetgate {
  origin: string;
  /** The address of a path of the site, under its base path. */
  url: (path: string) => string;
  /** The mails that the embedded acq has sent, newest first. */
  outbox: () => Promise<Mail[]>;
  /** Those to one address, newest first. */
  mailsTo: (address: string) => Promise<Mail[]>;
  /** Where the embedded acq listens. */
  acqUrl: string;
  addFault: (fault: Fault) => Promise<void>;
  clearFaults: () => Promise<void>;
  log: () => string;
  /** Of the process that was started. */
  pid: number;
  /** Ends it as an operator would; resolves to the exit code. */
  stop: () => Promise<number | null>;
}

/** Starts the built site with an embedded acq that keeps nothing, on ports of its own. */
export async function startVelvetgate({
  env = {},
  basePath = "",
}: { env?: Record<string, string>; basePath?: string } = {}): Promise<Velvetgate> {
  const [port, acqPort] = await Promise.all([freePort(), freePort()]);
  const origin = `http://localhost:${port}`;
  const acqUrl = `http://127.0.0.1:${acqPort}`;
  const server = startProcess(["build/server.js"], {
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    BASE_PATH: basePath,
    ACQ_EMBEDDED: "true",
    ACQ_EMBEDDED_PORT: String(acqPort),
    ACQ_EMBEDDED_DATA: ":memory:",
    ACQ_EMBEDDED_FAULTS: "true",
    FORM_MIN_SECONDS: "0",
    // The same on every day of the year; a test of the seasons says its own.
    FEATURES: "seasonal-banner=none",
    // So that a test can say which address its visitor has.
    TRUST_PROXY: "1",
    ...env,
  });
  await waitUntilReady(server, `${origin}/readyz`);

  async function outbox(): Promise<Mail[]> {
    return z.array(mailSchema).parse(await (await fetch(`${acqUrl}/outbox.json`)).json());
  }

  async function faults(method: "POST" | "DELETE", body?: string): Promise<void> {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`${acqUrl}/faults`, { method, headers, ...(body && { body }) });
    if (!response.ok) throw new Error(await response.text());
    await response.body?.cancel();
  }

  return {
    origin,
    acqUrl,
    url: (path) => `${origin}${basePath}${path}`,
    outbox,
    mailsTo: async (address) => (await outbox()).filter(({ to }) => to === address),
    addFault: (fault) => faults("POST", JSON.stringify(fault)),
    clearFaults: () => faults("DELETE"),
    log: () => server.log(),
    pid: server.pid,
    stop: () => server.stop(),
  };
}
