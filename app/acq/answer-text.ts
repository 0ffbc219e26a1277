import * as z from "zod";

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
