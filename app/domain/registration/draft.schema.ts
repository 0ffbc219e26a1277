import * as z from "zod";

const short = z.string().max(254);

/** More events than one way through the forms has; a draft must fit into its cookie. */
export const mostEvents = 6;

/** A part of a draft. What is none, or too long, is dropped: to keep a draft cannot fail. */
function part<Schema extends z.ZodType>(schema: Schema) {
  return z.optional(schema).catch(undefined);
}

/**
 * The registration draft (docs/product.md#registration-draft) and what its flow needs, kept in one sealed cookie of at most
 * 4096 bytes (docs/product.md#cookies-and-storage). Every part is optional: a draft begins with the first of them. They stand in the
 * order of their weight: what does not fit into the cookie goes from the end. What acq says has the room that it has in
 * app/acq/answer-text.ts.
 */
export const draftSchema = z.object({
  registrationCode: part(z.string().max(64)),
  validityTimestamp: part(z.string().max(512)),
  /** The registration that was sent, once it was, where acq gave it an id that can be kept. */
  registrationId: part(z.string().max(255)),
  /** Whom the activation e-mail of the sent registration went to: `accountKeyOf`. */
  mailedTo: part(z.string().max(64)),
  /** What was typed, as it was typed. */
  registrationEmail: part(short),
  registrationGender: part(z.enum(["FEMALE", "MALE", "NONE"])),
  registrationCountry: part(z.string().max(2)),
  registrationNewsLetter: part(z.boolean()),
  registrationTermsAndConditions: part(z.boolean()),
  registrationFlow: part(z.enum(["default", "leanStep1", "leanStep2"])),
  /** Whose place it took over, and which content of which form did so: the same, sent again, does the same. */
  replaced: part(z.object({ by: z.string().max(64), id: z.string().max(255).optional() })),
  /** A message to show once, on the next page. */
  notice: part(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("consent-saved") }),
      z.object({ kind: z.literal("resent") }),
      z.object({ kind: z.literal("not-yet") }),
      z.object({ kind: z.literal("gone") }),
      z.object({ kind: z.enum(["too-early", "just-sent"]), seconds: z.int() }),
    ]),
  ),
  interestSent: part(z.boolean()),
  /** Where the new member goes after the activation. */
  continueUrl: part(z.string().max(2048)),
  /** What decides which target of a split link is this visitor's; random. */
  splitSeed: part(z.string().max(32)),
  registrationPostalCode: part(z.string().max(20)),
  registrationBirthday: part(z.string().max(20)),
  registrationFirstName: part(short),
  registrationLastName: part(short),
  /** The landing page that shows the finished message over itself: its path, of a form that script lives in. */
  popup: part(z.string().max(80)),
  campaign: part(z.string().max(64)),
  /** The host that a refused visitor came from. */
  referrer: part(z.string().max(100)),
  /** What is to be told to analytics, once, on the next page that is shown. */
  events: part(
    z
      .array(z.object({ event: z.string().max(50) }).catchall(z.union([z.string().max(64), z.int()])))
      .max(mostEvents),
  ),
});

export type Draft = z.infer<typeof draftSchema>;

/** A draft without its last parts: undefined when nothing would be left. @param parts how many go */
export function lighter(draft: Draft, parts: number): Draft | undefined {
  const held = Object.entries(draft).filter(([, value]) => value !== undefined);
  if (parts >= held.length) return undefined;
  const names = Object.keys(draftSchema.shape);
  const byWeight = held.sort(([one], [other]) => names.indexOf(one) - names.indexOf(other));
  return draftSchema.parse(Object.fromEntries(byWeight.slice(0, held.length - parts)));
}
