import * as z from "zod";

/**
 * An enum of acq's. A value that acq added later reads as the most cautious one (acq.graphql); what is no text
 * at all is no answer.
 */
export function enumAnswer<Value extends string>(
  values: readonly Value[],
  cautious: NoInfer<Value>,
): z.ZodType<Value> {
  return z.string().transform((text): Value => values.find((value) => value === text) ?? cautious);
}

/** How many characters (code points, as zod counts) of acq's there is a place for: in the draft's cookie, in links and on pages. */
export const longest = {
  registrationId: 255,
  registrationCode: 64,
  validityTimestamp: 512,
  continueUrl: 2048,
  name: 200,
  /** A legal text's key. */
  textKey: 100,
} as const;

/** With its cookie's name and attributes a token has to fit into 4096 bytes. */
const longestKeptToken = 3072;

/** A token that its cookie can hold, which says each sign that is none of a cookie's in three or more. */
export const tokenAnswer = z
  .string()
  .regex(/\S/)
  .refine((token) => encodeURIComponent(token).length <= longestKeptToken);

/**
 * A text of acq's that its answer can do without: null where it is missing, no text, or too long. acq has done its work
 * by then, and nothing of what it says of it may fail.
 */
export function optionalText(most: number): z.ZodType<string | null> {
  return z.string().max(most).nullable().catch(null);
}
