import { createHash } from "node:crypto";
import { parse } from "cookie";
import { isChoice } from "~/telemetry/choices";

const openCookies = /^(?:lang|locale|(?:__Host-|__Secure-)?(?:tz|consent|variants))$/;

/** A path's segment or a token's part of so many characters is nobody's word, but may open something. */
const longPart = 16;

interface Sent {
  /** Path and query. */
  url: string;
  cookie: string | undefined;
  /** A form's. */
  body: Buffer | undefined;
  /** What the request's own code has opened and found out: the draft, say. */
  known: readonly unknown[];
}

/**
 * Everything that this request's visitor typed or brought along: fields, codes and activation ids, cookies, tokens, the
 * draft. Log and reports look for it by value, the hashes of e-mail addresses included.
 */
export function typedValues({ url, cookie, body, known }: Sent): string[] {
  const [path = "", ...query] = url.split("?");
  const values = [
    ...inFields(query.join("?")),
    ...path.split("/").filter((segment) => segment.length >= longPart),
    ...(body ? inFields(body.toString("utf8")) : []),
    ...inCookies(cookie ?? ""),
    ...known.flatMap((value) => [...textsIn(value)]),
  ];
  return values.flatMap((value) => [
    value,
    ...(value.includes("@") ? hashesOf(value) : []),
    ...(value.startsWith("eyJ") ? inToken(value) : []),
  ]);
}

function inFields(text: string): string[] {
  return [...new URLSearchParams(text)].flatMap(([name, value]) => (isChoice(name) ? [] : [value]));
}

function inCookies(header: string): string[] {
  return Object.entries(parse(header)).flatMap(([name, value = ""]) =>
    openCookies.test(name) ? [] : [value, ...value.split(/[\s.]/).filter((part) => part.length >= longPart)],
  );
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value !== "object" || value === null) return;
  for (const [name, held] of Object.entries(value)) if (!isChoice(name)) yield* textsIn(held);
}

/** As analytics and acq's keys make them. */
function hashesOf(address: string): string[] {
  const hashed = createHash("sha256").update(address.trim().toLowerCase()).digest();
  return [hashed.toString("hex"), hashed.toString("base64url")];
}

/** A signed token is open to everybody (RFC 7515): a form's holds its code. */
function inToken(token: string): string[] {
  const [, claims = "", ...more] = token.split(".");
  try {
    return [claims, ...more, ...textsIn(JSON.parse(Buffer.from(claims, "base64url").toString()))];
  } catch {
    // A sealed one: its parts alone.
    return [claims, ...more];
  }
}
