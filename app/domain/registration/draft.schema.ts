import * as z from "zod";

const short = z.string().max(254);

/** More events than one way through the forms has; a draft must fit into its cookie. */
export const mostEvents = 6;

/**
 * The registration draft (spec.md, section 3) and what its flow needs, kept in one sealed cookie of at most
 * 4096 bytes (contract.md, section 5). Every part is optional: a draft begins with the first of them.
 */
export const draftSchema = z
  .object({
    registrationCode: z.string().max(64),
    validityTimestamp: z.string().max(512),
    /** What was typed, as it was typed. */
    registrationEmail: short,
    registrationGender: z.enum(["FEMALE", "MALE", "NONE"]),
    registrationFirstName: short,
    registrationLastName: short,
    registrationPostalCode: z.string().max(20),
    registrationBirthday: z.string().max(20),
    registrationCountry: z.string().max(2),
    registrationNewsLetter: z.boolean(),
    registrationTermsAndConditions: z.boolean(),
    registrationFlow: z.enum(["default", "leanStep1", "leanStep2"]),
    /** The registration that was sent, once it was. */
    registrationId: z.string().max(64),
    /** Whose place it took over, and which content of which form did so: the same, sent again, does the same. */
    replaced: z.object({ by: z.string().max(64), id: z.string().max(64).optional() }),
    campaign: z.string().max(64),
    /** The landing page that shows the finished message over itself: its path, of a form that script lives in. */
    popup: z.string().max(80),
    /** The host that a refused visitor came from. */
    referrer: z.string().max(100),
    /** Where the new member goes after the activation. */
    continueUrl: z.string().max(1024),
    interestSent: z.boolean(),
    /** What decides which target of a split link is this visitor's; random. */
    splitSeed: z.string().max(32),
    /** What is to be told to analytics, once, on the next page that is shown. */
    events: z
      .array(z.object({ event: z.string().max(50) }).catchall(z.union([z.string().max(64), z.int()])))
      .max(mostEvents),
    /** A message to show once, on the next page. */
    notice: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("consent-saved") }),
      z.object({ kind: z.literal("resent") }),
      z.object({ kind: z.literal("not-yet") }),
      z.object({ kind: z.literal("gone") }),
      z.object({ kind: z.literal("too-early"), seconds: z.int() }),
    ]),
  })
  .partial();

export type Draft = z.infer<typeof draftSchema>;
