/** A place in the code. */
export interface Frame {
  function?: string;
  /** By its place in the build, `app:///assets/x.js`, or `node:…`. */
  file: string;
  line: number;
  column: number;
}

/** Whether this engine puts the message before the frames, as V8 does; the others leave it out. */
const holdsMessage = new Error("probe").stack?.startsWith("Error: probe\n    at ") === true;

const maxErrorText = { frames: 30, line: 700, stack: 20_000 };

/** `at async Type.name [as key] (file:1:2)`, as V8 writes it; the key may be anybody's word and is left out. */
const v8Frame =
  /^ {4}at (?:(?:async |new )*([\w$.#<>]{1,120}(?: [\w$.#<>]{1,60})?)(?: \[as [^\]]{0,120}\])? \()?([^()\s]{1,500}):(\d{1,7}):(\d{1,7})\)?$/;
/** `name@file:1:2`, as Firefox and Safari write it. */
const otherFrame =
  /^((?:(?:module|global|eval) code)|[\w$.<>/*]{0,120})@([^()\s]{1,500}):(\d{1,7}):(\d{1,7})$/;

/** Of a file's path what stands within the build, or in development within the project. */
const inBuild =
  /(?:^|\/)((?:assets|chunks|entrance|node_modules|app|acq)\/(?:[\w@.+-]+\/){0,12}[\w@.+-]+\.[cm]?[jt]sx?|(?:server|site|acq)\.[jt]s)$/;

/**
 * The places that an error came through, without its message: V8 puts the message before the frames, so that exactly it
 * is cut off. Of an error whose message was changed afterwards there are none, and no line that is no frame of a known
 * file is one: a message may look like anything.
 */
function stackFrames({ message, stack }: Error): Frame[] {
  if (typeof stack !== "string" || typeof message !== "string") return [];
  const end = holdsMessage ? endOfMessage(stack, message) : 0;
  if (end === undefined) return [];
  const lines = stack.slice(end, end + maxErrorText.stack).split("\n");
  return lines.flatMap((line) => frameIn(line) ?? []).slice(0, maxErrorText.frames);
}

function endOfMessage(stack: string, message: string): number | undefined {
  const start = stack.indexOf(`${message}\n    at `);
  return start === -1 ? undefined : start + message.length;
}

function frameIn(line: string): Frame | undefined {
  if (line.length > maxErrorText.line) return undefined;
  const [, name, path = "", row, column] = v8Frame.exec(line) ?? otherFrame.exec(line) ?? [];
  const file = nameInBuild(path);
  if (file === undefined) return undefined;
  return { ...(name && { function: name }), file, line: Number(row), column: Number(column) };
}

/**
 * Neither the machine nor the base path is in a report, and the source maps are uploaded under the same names
 * (scripts/upload-source-maps.mjs).
 *
 * @returns undefined for a file that is none of ours: its path may be a page's address
 */
export function nameInBuild(path: string): string | undefined {
  if (/^node:[\w/]{1,80}$/.test(path)) return path;
  const [, name] = inBuild.exec(path) ?? [];
  return name && `app:///${name}`;
}

/**
 * The facts of an error. Its message is none: whatever failed may have put a visitor's words there, and no search finds
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
const longestChain = 6;

/** The codes of Node, its TLS and its HTTP client for a failure: none of the club's codes. */
const systemCode =
  /^(?:E(?:ACCES|ADDR[A-Z]{1,20}|AI_[A-Z]{1,20}|CANCELED|CONN[A-Z]{1,20}|EXIST|HOST[A-Z]{1,20}|ISDIR|MFILE|NET[A-Z]{1,20}|NOENT|NOSPC|NOTDIR|NOTFOUND|PERM|PIPE|PROTO|TIMEDOUT)|(?:UND_)?ERR_[A-Z_]{1,60}|HPE_[A-Z_]{1,60}|(?:CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)_[A-Z_]{1,60})$/;

/** Of Web IDL: a DOMException has one class for all of them. */
const exceptionName =
  /^(?:Abort|Timeout|Network|Security|Syntax|NotFound|NotAllowed|NotSupported|InvalidState|InvalidAccess|InvalidCharacter|QuotaExceeded|DataClone|HierarchyRequest|Encoding|Operation)Error$/;

/** The error first, then its causes and, of several errors in one, each. Never throws. */
export function errorFacts(error: unknown): ErrorFacts[] {
  const chain: unknown[] = [error];
  const facts: ErrorFacts[] = [];
  try {
    for (const one of chain) {
      facts.push(factsOf(one));
      for (const behind of behindIt(one))
        if (chain.length < longestChain && !chain.includes(behind)) chain.push(behind);
    }
  } catch {
    // An object that does not let itself be looked at: what is known until here.
  }
  return facts.length > 0 ? facts : [{ type: "unknown", frames: [] }];
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
  const several: unknown[] = error instanceof AggregateError ? error.errors.slice(0, longestChain) : [];
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
