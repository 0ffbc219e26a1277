import * as z from "zod";

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

/** How the embedded acq fails its next calls (docs/develop/acq-protocol.md#embedded-acq). */
export interface Fault {
  operationName: string;
  kind: "delay" | "status" | "reset" | "malformed" | "graphql-error";
  value?: number | string;
  /** The number of calls to acq that fail; 1 if undefined. */
  times?: number;
  /** "before": acq fails without doing the work. "after": acq does the work, and then fails to respond. */
  when?: "before" | "after";
}

/** Returns a fault that also affects every retry: the fault repeats more often than any caller retries. */
export const createFault = (
  operationName: string,
  kind: Fault["kind"],
  when: Fault["when"] = "before",
): Fault => ({ operationName, kind, when, times: 20, ...(kind === "status" && { value: 502 }) });

/** The embedded acq as tests use it. */
export interface AcqControls {
  /** The URL on which the embedded acq listens. */
  acqUrl: string;
  /** Returns the e-mails that acq has sent, newest first. */
  outbox: () => Promise<Mail[]>;
  /** Returns the e-mails that acq has sent to one address, newest first. */
  fetchMailsTo: (email: string) => Promise<Mail[]>;
  addFault: (fault: Fault) => Promise<void>;
  clearFaults: () => Promise<void>;
}

export function createAcqControls(acqUrl: string): AcqControls {
  async function outbox(): Promise<Mail[]> {
    return z.array(mailSchema).parse(await (await fetch(`${acqUrl}/outbox.json`)).json());
  }

  async function changeFaults(method: "POST" | "DELETE", body?: string): Promise<void> {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`${acqUrl}/faults`, { method, headers, ...(body && { body }) });
    if (!response.ok) throw new Error(await response.text());
    await response.body?.cancel();
  }

  return {
    acqUrl,
    outbox,
    fetchMailsTo: async (email) => (await outbox()).filter(({ to: recipient }) => recipient === email),
    addFault: (fault) => changeFaults("POST", JSON.stringify(fault)),
    clearFaults: () => changeFaults("DELETE"),
  };
}
