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

const most = { frames: 30, line: 700, stack: 20_000 };

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
export function stackFrames({ message, stack }: Error): Frame[] {
  if (typeof stack !== "string" || typeof message !== "string") return [];
  const end = holdsMessage ? endOfMessage(stack, message) : 0;
  if (end === undefined) return [];
  const lines = stack.slice(end, end + most.stack).split("\n");
  return lines.flatMap((line) => frameIn(line) ?? []).slice(0, most.frames);
}

function endOfMessage(stack: string, message: string): number | undefined {
  const start = stack.indexOf(`${message}\n    at `);
  return start === -1 ? undefined : start + message.length;
}

function frameIn(line: string): Frame | undefined {
  if (line.length > most.line) return undefined;
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
