import * as z from "zod";

/** A visitor of experiments: a random id, and its assignments. */
export interface Visitor {
  id: string;
  /** Variations by experiment, under GrowthBook's sticky keys ("key__bucketVersion"). */
  assigned: Readonly<Record<string, string>>;
  /** The features' values where only the service can tell them (FEATURES_REMOTE_EVAL); else empty. */
  values: Readonly<Record<string, string>>;
}

const shortTexts = z.record(z.string().max(100), z.string().max(60));
const schema = z.tuple([z.string().regex(/^[\w-]{16}$/), shortTexts, shortTexts]);

/** A cookie holds 4096 bytes, its name and attributes included. */
const maxCookieLength = 3500;

/**
 * The `visitor` cookie's text. It is neither secret nor signed: a forged one can at most choose among variants that
 * run. Should it ever get too long, the oldest assignments go.
 */
export function visitorText({ id, assigned, values }: Visitor): string {
  const text = Buffer.from(JSON.stringify([id, assigned, values])).toString("base64url");
  const [oldest] = Object.keys(assigned);
  if (text.length <= maxCookieLength || oldest === undefined) return text;
  return visitorText({
    id,
    values,
    assigned: Object.fromEntries(Object.entries(assigned).filter(([key]) => key !== oldest)),
  });
}

/** Undefined for what is no such text, or has more in it. */
export function readVisitor(text: string | undefined): Visitor | undefined {
  if (text === undefined || text.length > maxCookieLength) return undefined;
  const parsed = schema.safeParse(parseCookieJson(text));
  if (!parsed.success) return undefined;
  const [id, assigned, values] = parsed.data;
  return { id, assigned, values };
}

function parseCookieJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return undefined;
  }
}
