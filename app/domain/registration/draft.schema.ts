import { z } from "zod";

const short = z.string().max(254);

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
    /** The host that a refused visitor came from. */
    referrer: z.string().max(100),
    /** Where the new member goes after the activation. */
    continueUrl: z.string().max(1024),
    interestSent: z.boolean(),
    /** What decides which target of a split link is this visitor's; random. */
    splitSeed: z.string().max(32),
    /** Where a split link has just led, until the page that is reached says so: its label and target, from 1. */
    assignment: z.object({ label: z.string().max(64).optional(), target: z.int() }),
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
