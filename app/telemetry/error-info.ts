/** A position in the code, from a frame of an error's stack. */
export interface StackFrame {
  function?: string;
  /** The file in the build, such as `app:///assets/x.js`, or a module of Node (`node:…`). */
  file: string;
  line: number;
  column: number;
}

/** True if this JavaScript engine writes the error's message at the start of a stack, as V8 does. */
const hasMessageInStack = new Error("probe").stack?.startsWith("Error: probe\n    at ") === true;

const maxErrorTextLengths = { frames: 30, line: 700, stack: 20_000 };

/**
 * V8's format of a frame: `at async Type.name [as key] (file:1:2)`. The property key is dropped, since it may be a
 * visitor's text.
 */
const v8FramePattern =
  /^ {4}at (?:(?:async |new )*([\w$.#<>]{1,120}(?: [\w$.#<>]{1,60})?)(?: \[as [^\]]{0,120}\])? \()?([^()\s]{1,500}):(\d{1,7}):(\d{1,7})\)?$/;
/** The format of a frame in Firefox and Safari: `name@file:1:2`. */
const nonV8FramePattern =
  /^((?:(?:module|global|eval) code)|[\w$.<>/*]{0,120})@([^()\s]{1,500}):(\d{1,7}):(\d{1,7})$/;

/** Matches the part of a file's path within the build, or within the project in development. */
const buildPathPattern =
  /(?:^|\/)((?:assets|chunks|entrance|node_modules|app|acq)\/(?:[\w@.+-]+\/){0,12}[\w@.+-]+\.[cm]?[jt]sx?|(?:server|site|acq)\.[jt]s)$/;

/**
 * Returns the frames of an error's stack. V8 starts the stack with the error's message. If the message was changed
 * later, its end cannot be found, and the list is empty. Lines that are not frames of a known file are dropped, because
 * a message may contain any text.
 */
function readStackFrames({ message, stack }: Error): StackFrame[] {
  if (typeof stack !== "string" || typeof message !== "string") return [];
  const messageEndIndex = hasMessageInStack ? findMessageEndIndex(stack, message) : 0;
  if (messageEndIndex === undefined) return [];
  const lines = stack.slice(messageEndIndex, messageEndIndex + maxErrorTextLengths.stack).split("\n");
  return lines.flatMap((line) => parseFrame(line) ?? []).slice(0, maxErrorTextLengths.frames);
}

function findMessageEndIndex(stack: string, message: string): number | undefined {
  const messageIndex = stack.indexOf(`${message}\n    at `);
  return messageIndex === -1 ? undefined : messageIndex + message.length;
}

function parseFrame(line: string): StackFrame | undefined {
  if (line.length > maxErrorTextLengths.line) return undefined;
  const [, name, path = "", row, column] = v8FramePattern.exec(line) ?? nonV8FramePattern.exec(line) ?? [];
  const file = buildRelativePath(path);
  if (file === undefined) return undefined;
  return { ...(name && { function: name }), file, line: Number(row), column: Number(column) };
}

/**
 * Returns the name of a file in error reports, without server name and base path. Source maps are uploaded under the
 * same names (scripts/upload-source-maps.mjs).
 *
 * @returns undefined for a file outside the build, since its path may be the URL of a page
 */
export function buildRelativePath(path: string): string | undefined {
  if (/^node:[\w/]{1,80}$/.test(path)) return path;
  const [, name] = buildPathPattern.exec(path) ?? [];
  return name && `app:///${name}`;
}

/**
 * The parts of an error that are logged. The message is left out, because it may contain a visitor's text, and no
 * filter finds every such text (docs/decisions/reports.md).
 */
export interface ErrorInfo {
  /** The name of the error's class. */
  type: string;
  /** The error code that Node sets for a system error, such as ECONNREFUSED. */
  code?: string;
  /** The HTTP status of the error, if the error has one. */
  status?: number;
  frames: StackFrame[];
}

/** The maximum number of errors that are logged for one error: itself, its causes and aggregated errors. */
const maxErrorChainLength = 6;

/** Matches error codes of Node, its TLS and its HTTP client, but no registration code that a visitor typed. */
const systemCodePattern =
  /^(?:E(?:ACCES|ADDR[A-Z]{1,20}|AI_[A-Z]{1,20}|CANCELED|CONN[A-Z]{1,20}|EXIST|HOST[A-Z]{1,20}|ISDIR|MFILE|NET[A-Z]{1,20}|NOENT|NOSPC|NOTDIR|NOTFOUND|PERM|PIPE|PROTO|TIMEDOUT)|(?:UND_)?ERR_[A-Z_]{1,60}|HPE_[A-Z_]{1,60}|(?:CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)_[A-Z_]{1,60})$/;

/**
 * Matches error names of Web IDL. All errors with these names have the class DOMException, so only the name
 * distinguishes them.
 */
const exceptionNamePattern =
  /^(?:Abort|Timeout|Network|Security|Syntax|NotFound|NotAllowed|NotSupported|InvalidState|InvalidAccess|InvalidCharacter|QuotaExceeded|DataClone|HierarchyRequest|Encoding|Operation)Error$/;

/** Returns the loggable parts of the error, then of its causes and of the errors in an AggregateError. Never throws. */
export function readErrorInfo(error: unknown): ErrorInfo[] {
  const errorChain: unknown[] = [error];
  const errorInfos: ErrorInfo[] = [];
  try {
    for (const chainedError of errorChain) {
      errorInfos.push(readErrorWithoutCauses(chainedError));
      for (const cause of listCauses(chainedError))
        if (errorChain.length < maxErrorChainLength && !errorChain.includes(cause)) errorChain.push(cause);
    }
  } catch {
    // A property of the error has thrown. The parts that were read before are returned.
  }
  return errorInfos.length > 0 ? errorInfos : [{ type: "unknown", frames: [] }];
}

function readErrorWithoutCauses(error: unknown): ErrorInfo {
  const type = readClassName(error);
  if (!(error instanceof Error)) return { type, frames: [] };
  const code = "code" in error ? error.code : undefined;
  const status = "status" in error ? error.status : undefined;
  return {
    type,
    ...(typeof code === "string" && systemCodePattern.test(code) && { code }),
    ...(typeof status === "number" && Number.isInteger(status) && { status }),
    frames: readStackFrames(error),
  };
}

function listCauses(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [];
  const causes = error.cause === undefined ? [] : [error.cause];
  const aggregatedErrors: unknown[] =
    error instanceof AggregateError ? error.errors.slice(0, maxErrorChainLength) : [];
  return [...causes, ...aggregatedErrors];
}

/** Returns the name of the error's class, because the error's own `name` may be any text. */
function readClassName(error: unknown): string {
  if (typeof error !== "object" || error === null) return error === null ? "null" : typeof error;
  if (error instanceof DOMException && exceptionNamePattern.test(error.name)) return error.name;
  const prototype: unknown = Object.getPrototypeOf(error);
  const { name } = prototype instanceof Object ? prototype.constructor : Object;
  return /^[A-Za-z_$][\w$]{0,60}$/.test(name) ? name : "object";
}
