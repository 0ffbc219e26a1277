import * as z from "zod";
import type { IncomingMessage } from "node:http";
import { createJsonReply, readBody, type ReplyOrReset, createTextReply } from "./http";

/** Handles requests to /faults, by which tests make acq fail. POST adds a fault, DELETE removes all faults. */
export async function respondToFaultRequest(
  request: IncomingMessage,
  faultStore: FaultStore,
): Promise<ReplyOrReset> {
  if (request.method === "DELETE") {
    faultStore.clearFaults();
    return createJsonReply(200, { cleared: true });
  }
  if (request.method !== "POST") return createTextReply(405, "POST or DELETE", { Allow: "POST, DELETE" });
  const faultError = faultStore.addFault(parseJson(await readBody(request)));
  return faultError === undefined
    ? createJsonReply(201, { added: true })
    : createJsonReply(400, { error: faultError });
}

function parseJson(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? "");
  } catch {
    return undefined;
  }
}

const faultSchema = z.object({
  /** The GraphQL operation that fails; `*` for every operation. */
  operationName: z.string().min(1),
  kind: z.enum(["delay", "status", "reset", "malformed", "graphql-error"]),
  /**
   * The parameter of the fault. Kind `delay`: milliseconds. Kind `status`: the HTTP status, or a subscription's close
   * code. Kind `graphql-error`: the error message.
   */
  value: z.union([z.number(), z.string()]).optional(),
  /** The number of requests that the fault affects; 1 if missing. */
  times: z.int().min(1).default(1),
  /**
   * `before`: acq fails without doing the work. `after`: acq does the work, then fails instead of sending its response.
   */
  when: z.enum(["before", "after"]).default("before"),
});

export type SimulatedFault = z.infer<typeof faultSchema>;

export interface FaultStore {
  /**
   * Adds a fault.
   *
   * @returns an error message if the fault is invalid; undefined if it was added
   */
  addFault: (request: unknown) => string | undefined;
  clearFaults: () => void;
  /** Returns the next fault for an operation, if any. Removes the fault after it was returned `times` times. */
  takeFault: (operationName: string) => SimulatedFault | undefined;
}

/** Creates the store of faults that tests add (docs/develop/acq-protocol.md#embedded-acq). */
export function createFaultStore(): FaultStore {
  let pendingFaults: SimulatedFault[] = [];
  return {
    addFault: (request) => {
      const parsedFault = faultSchema.safeParse(request);
      if (!parsedFault.success) return z.prettifyError(parsedFault.error);
      pendingFaults.push(parsedFault.data);
      return undefined;
    },
    clearFaults: () => {
      pendingFaults = [];
    },
    takeFault: (operationName) => {
      const matchingFault = pendingFaults.find(
        (fault) => fault.operationName === operationName || fault.operationName === "*",
      );
      if (matchingFault === undefined) return undefined;
      matchingFault.times -= 1;
      pendingFaults = pendingFaults.filter((fault) => fault.times > 0);
      return matchingFault;
    },
  };
}

/** Returns a fault's `value` as a number, or `defaultNumber` if the `value` is not an integer. */
export function readFaultNumber({ value }: SimulatedFault, defaultNumber: number): number {
  return Number.isInteger(Number(value ?? Number.NaN)) ? Number(value) : defaultNumber;
}

export function readFaultMessage({ value }: SimulatedFault): string {
  return String(value ?? "A fault for tests");
}
