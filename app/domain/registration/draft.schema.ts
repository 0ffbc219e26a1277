import * as z from "zod";
import { joinedKeys, readLegalTexts } from "./legal-texts";
import { registrationFields, type DraftedFields, type RegistrationField } from "./registration-fields";

/** The maximum number of events in a draft, which must fit in its cookie. A visit has fewer events. */
export const maxEvents = 6;

/** A part of a draft. An invalid or long value is dropped, so that saving a draft cannot fail. */
function part<Schema extends z.ZodType>(schema: Schema) {
  return z.optional(schema).catch(undefined);
}

type TypedParts<Fields> = { [Name in keyof Fields]: z.ZodCatch<z.ZodOptional<z.ZodType<Fields[Name]>>> };

/**
 * Returns the draft fields of the registration form with this eviction priority, the shortest field first. If the
 * cookie is too small, fields at the end are dropped first.
 */
function typedParts<Priority extends "low" | "high">(priority: Priority): TypedParts<DraftedFields<Priority>>;
function typedParts(priority: string): TypedParts<Record<string, string | boolean>> {
  const fields = registrationFields.filter(({ draft }) => draft.evictionPriority === priority);
  const shortestFirst = fields.toSorted((one, other) => one.maxLength - other.maxLength);
  return Object.fromEntries(shortestFirst.map((field) => [field.draft.name, part(typedSchema(field))]));
}

function typedSchema({ kind, choices, maxLength }: RegistrationField): z.ZodType<string | boolean> {
  if (kind === "checkbox") return z.boolean();
  return choices ? z.enum(choices) : z.string().max(maxLength);
}

/**
 * The registration draft (docs/product/registration.md#registration-draft) and what its flow needs, in one sealed
 * cookie of at most 4096 bytes (docs/product/cookies-and-events.md#cookies-and-storage). Every part is optional. They
 * are in the order of their importance: parts that do not fit in the cookie are dropped from the end. Values of acq
 * have the lengths of app/acq/answers.ts.
 */
export const draftSchema = z.object({
  registrationCode: part(z.string().max(64)),
  validityTimestamp: part(z.string().max(512)),
  /** The id of the sent registration, if acq returned a valid one. */
  registrationId: part(z.string().max(255)),
  /** The recipient of the sent registration's activation e-mail: `accountKeyOf`. */
  mailedTo: part(z.string().max(64)),
  /** The typed fields. */
  ...typedParts("low"),
  /** The legal texts that the visitor agreed to: `joinedKeys`. */
  agreedTexts: part(z.string().max(201)),
  /** When the first page of the lean flow was shown, in milliseconds since 1970. */
  formShownAt: part(z.int()),
  /**
   * The id of a registration that a corrected form replaced, and a key of that form's content. The same content, if
   * sent again, replaces the same registration.
   */
  replaced: part(z.object({ by: z.string().max(64), id: z.string().max(255).optional() })),
  /** A message that the next page shows once. */
  notice: part(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("consent-saved") }),
      z.object({ kind: z.literal("resent") }),
      z.object({ kind: z.literal("not-yet") }),
      z.object({ kind: z.literal("gone") }),
      z.object({ kind: z.literal("expired") }),
      z.object({ kind: z.enum(["too-early", "just-sent"]), seconds: z.int() }),
    ]),
  ),
  /** The code of the last refused link, for the visitor to correct. */
  refusedCode: part(z.string().max(64)),
  interestSent: part(z.boolean()),
  /** The activation that this browser has just completed. */
  activated: part(z.enum(["activated", "already"])),
  /** The page for the new member after the activation. */
  continueUrl: part(z.string().max(2048)),
  /** The random seed that selects this visitor's target of a split link. */
  splitSeed: part(z.string().max(32)),
  ...typedParts("high"),
  /** The inviter's name in the last invitation, as acq returned it. */
  inviter: part(z.string().max(200)),
  /** The path of the landing page that shows the finished message over itself, set by a form with script. */
  popup: part(z.string().max(80)),
  campaign: part(z.string().max(64)),
  /** The first page of the visit, and the product that was opened last. */
  sourcePath: part(z.string().max(80)),
  previousPDPPage: part(z.string().max(64)),
  /** The last activation that failed. */
  accountActivationId: part(z.string().max(200)),
  accountActivationError: part(z.enum(["not-found", "failed"])),
  /** The first host that a refused visitor came from. */
  referrer: part(z.string().max(100)),
  /** Analytics events that the next page emits once. */
  events: part(
    z
      .array(z.object({ event: z.string().max(50) }).catchall(z.union([z.string().max(64), z.int()])))
      .max(maxEvents),
  ),
});

export type Draft = z.infer<typeof draftSchema>;

/** Returns a form's content, valid or not, as parts of a draft. A value that is too long is left out. */
export function typedDraft(form: FormData): Draft {
  const entries = registrationFields.flatMap((field) => typedValue(form, field));
  const code = formText(form, "registrationCode", 64);
  return draftSchema.parse({
    ...Object.fromEntries(entries),
    // Also set if undefined, so that it overwrites the agreement in an earlier draft.
    ...(form.has("email") && { agreedTexts: readAgreement(form) }),
    ...(code && { registrationCode: code }),
  });
}

function readAgreement(form: FormData): string | undefined {
  if (!form.has("terms")) return undefined;
  const texts = readLegalTexts(formText(form, "legalTexts", Infinity) ?? "").get(
    formText(form, "country", 2) ?? "",
  );
  return texts && joinedKeys(texts);
}

function typedValue(form: FormData, { name, kind, choices, draft, maxLength }: RegistrationField) {
  // Browsers do not send a checkbox that is not ticked; the e-mail field shows that the form was sent.
  if (kind === "checkbox") return form.has("email") ? [[draft.name, form.has(name)]] : [];
  const value = formText(form, name, maxLength);
  return value && (choices?.includes(value) ?? true) ? [[draft.name, value]] : [];
}

function formText(form: FormData, name: string, maxLength: number): string | undefined {
  const value = form.get(name);
  return typeof value === "string" && value !== "" && value.length <= maxLength ? value : undefined;
}

/**
 * Returns a draft without its last parts; undefined if nothing is left.
 *
 * @param parts - the number of parts to drop
 */
export function lighter(draft: Draft, parts: number): Draft | undefined {
  const entries = Object.entries(draft).filter(([, value]) => value !== undefined);
  if (parts >= entries.length) return undefined;
  if (parts === 0) return draft;
  const names = Object.keys(draftSchema.shape);
  const byWeight = entries.sort(([one], [other]) => names.indexOf(one) - names.indexOf(other));
  return draftSchema.parse(Object.fromEntries(byWeight.slice(0, entries.length - parts)));
}
