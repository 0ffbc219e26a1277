import * as z from "zod";

/** A visitor that takes part in experiments: a random id, and the visitor's assignments. */
export interface ExperimentVisitor {
  id: string;
  /** Variations by experiment, under GrowthBook's sticky keys ("key__bucketVersion"). */
  assignedVariations: Readonly<Record<string, string>>;
  /** The values of features that only the service can evaluate (FEATURES_REMOTE_EVAL); otherwise empty. */
  values: Readonly<Record<string, string>>;
}

const shortTextsSchema = z.record(z.string().max(100), z.string().max(60));
const visitorSchema = z.tuple([z.string().regex(/^[\w-]{16}$/), shortTextsSchema, shortTextsSchema]);

/**
 * The maximum length of the `visitor` cookie's text, in characters. Browsers store at most 4096 bytes, including the
 * cookie's name and attributes.
 */
const maxVisitorCookieLength = 3500;

/**
 * Returns the text of the `visitor` cookie. The text is not signed, because a forged cookie can only select among
 * running variations. If the text gets too long, the oldest assignments are dropped.
 */
export function serializeVisitor({ id, assignedVariations, values }: ExperimentVisitor): string {
  const text = Buffer.from(JSON.stringify([id, assignedVariations, values])).toString("base64url");
  const [oldest] = Object.keys(assignedVariations);
  if (text.length <= maxVisitorCookieLength || oldest === undefined) return text;
  return serializeVisitor({
    id,
    values,
    assignedVariations: Object.fromEntries(
      Object.entries(assignedVariations).filter(([key]) => key !== oldest),
    ),
  });
}

/** Reads the `visitor` cookie. Returns undefined for an invalid text. */
export function readVisitor(text: string | undefined): ExperimentVisitor | undefined {
  if (text === undefined || text.length > maxVisitorCookieLength) return undefined;
  const result = visitorSchema.safeParse(parseCookieJson(text));
  if (!result.success) return undefined;
  const [id, assigned, values] = result.data;
  return { id, assignedVariations: assigned, values };
}

function parseCookieJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return undefined;
  }
}
