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

/** How many characters of acq's there is a place for: in the draft's cookie, in links and on pages. */
export const longest = {
  registrationId: 255,
  registrationCode: 64,
  validityTimestamp: 512,
  continueUrl: 2048,
  name: 200,
  /** A legal text's key. */
  textKey: 100,
  /** With its cookie's name and attributes it has to fit into 4096 bytes. */
  token: 3072,
} as const;

/**
 * A text of acq's that its answer can do without: null where it is missing, no text, or too long. acq has done its work
 * by then, and nothing of what it says of it may fail.
 */
export function optionalText(most: number): z.ZodType<string | null> {
  return z.string().max(most).nullable().catch(null);
}
