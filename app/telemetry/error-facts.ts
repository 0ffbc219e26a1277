import { stackFrames, type Frame } from "./stack-frames";

/**
 * What is told of an error. Its message is not: whatever failed may have put a visitor's words there, and no search finds
 * them all (docs/decisions/reports.md).
 */
export interface ErrorFacts {
  /** The name of its class. */
  type: string;
  /** Node's own word for a failure of the system. */
  code?: string;
  /** Of HTTP. */
  status?: number;
  frames: Frame[];
}

/** An error and what is behind it, at most so many together. */
const most = 6;

/** What Node, its TLS and its HTTP client call a failure: none of the club's codes. */
const systemCode =
  /^(?:E(?:ACCES|ADDR[A-Z]{1,20}|AI_[A-Z]{1,20}|CANCELED|CONN[A-Z]{1,20}|EXIST|HOST[A-Z]{1,20}|ISDIR|MFILE|NET[A-Z]{1,20}|NOENT|NOSPC|NOTDIR|NOTFOUND|PERM|PIPE|PROTO|TIMEDOUT)|(?:UND_)?ERR_[A-Z_]{1,60}|HPE_[A-Z_]{1,60}|(?:CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)_[A-Z_]{1,60})$/;

/** Of Web IDL: a DOMException has one class for all of them. */
const exceptionName =
  /^(?:Abort|Timeout|Network|Security|Syntax|NotFound|NotAllowed|NotSupported|InvalidState|InvalidAccess|InvalidCharacter|QuotaExceeded|DataClone|HierarchyRequest|Encoding|Operation)Error$/;

/** The error first, then its causes and, of several errors in one, each. Never throws. */
export function errorFacts(error: unknown): ErrorFacts[] {
  const chain: unknown[] = [error];
  const told: ErrorFacts[] = [];
  try {
    for (const one of chain) {
      told.push(factsOf(one));
      for (const behind of behindIt(one))
        if (chain.length < most && !chain.includes(behind)) chain.push(behind);
    }
  } catch {
    // An object that does not let itself be looked at: what is known until here.
  }
  return told.length > 0 ? told : [{ type: "unknown", frames: [] }];
}

function factsOf(error: unknown): ErrorFacts {
  const type = typeOf(error);
  if (!(error instanceof Error)) return { type, frames: [] };
  const code = "code" in error ? error.code : undefined;
  const status = "status" in error ? error.status : undefined;
  return {
    type,
    ...(typeof code === "string" && systemCode.test(code) && { code }),
    ...(typeof status === "number" && Number.isInteger(status) && { status }),
    frames: stackFrames(error),
  };
}

function behindIt(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [];
  const causes = error.cause === undefined ? [] : [error.cause];
  const several: unknown[] = error instanceof AggregateError ? error.errors.slice(0, most) : [];
  return [...causes, ...several];
}

/** The class's name and not the error's own, which is a text like any other. */
function typeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return error === null ? "null" : typeof error;
  if (error instanceof DOMException && exceptionName.test(error.name)) return error.name;
  const prototype: unknown = Object.getPrototypeOf(error);
  const { name } = prototype instanceof Object ? prototype.constructor : Object;
  return /^[A-Za-z_$][\w$]{0,60}$/.test(name) ? name : "object";
}
