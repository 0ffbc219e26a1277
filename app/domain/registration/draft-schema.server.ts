import * as z from "zod";
import { maxAcqTextLengths } from "~/acq/results";
import { joinLegalTextKeys, readLegalTexts } from "./legal-texts";
import { registrationFields, type DraftedFields, type RegistrationField } from "./registration-fields";

/**
 * The maximum number of analytics events in a registration draft, which must fit in its cookie. A visit has fewer
 * events.
 */
export const maxDraftEvents = 6;

/**
 * Wraps the schema of one part of a draft. An invalid or too long value is dropped instead of rejected, so that saving
 * a draft cannot fail.
 */
function createDraftPartSchema<Schema extends z.ZodType>(schema: Schema) {
  return z.optional(schema).catch(undefined);
}

type FieldDraftPartSchemas<Fields> = {
  [Name in keyof Fields]: z.ZodCatch<z.ZodOptional<z.ZodType<Fields[Name]>>>;
};

/**
 * Returns the draft parts for the form fields with this drop order. The shortest field comes first, because the
 * parts at the end are dropped first if the cookie is full.
 */
function createFieldDraftPartSchemas<DropOrder extends "first" | "last">(
  dropOrder: DropOrder,
): FieldDraftPartSchemas<DraftedFields<DropOrder>>;
function createFieldDraftPartSchemas(
  dropOrder: string,
): FieldDraftPartSchemas<Record<string, string | boolean>> {
  const fields = registrationFields.filter(({ draft }) => draft.dropOrder === dropOrder);
  const fieldsShortestFirst = fields.toSorted((one, other) => one.maxLength - other.maxLength);
  return Object.fromEntries(
    fieldsShortestFirst.map((field) => [field.draft.name, createDraftPartSchema(createFieldSchema(field))]),
  );
}

function createFieldSchema({ kind, choices, maxLength }: RegistrationField): z.ZodType<string | boolean> {
  if (kind === "checkbox") return z.boolean();
  return choices ? z.enum(choices) : z.string().max(maxLength);
}

/**
 * The registration draft (docs/product/registration.md#registration-draft), stored in one encrypted cookie of at most
 * 4096 bytes. Every part is optional. The order is by importance: parts that do not fit are dropped from the end.
 */
export const draftSchema = z.object({
  registrationCode: createDraftPartSchema(z.string().max(maxAcqTextLengths.registrationCode)),
  validityTimestamp: createDraftPartSchema(z.string().max(maxAcqTextLengths.validityTimestamp)),
  /** The id of the sent registration, if acq returned a valid one. */
  registrationId: createDraftPartSchema(z.string().max(maxAcqTextLengths.registrationId)),
  /** A hash of the address that the activation e-mail was sent to (`toAccountKey`). */
  mailedTo: createDraftPartSchema(z.string().max(64)),
  /** The form fields that are dropped last if the draft does not fit in its cookie. */
  ...createFieldDraftPartSchemas("last"),
  /** The keys of the two legal texts that the visitor agreed to, with the separator of `joinLegalTextKeys`. */
  agreedTexts: createDraftPartSchema(z.string().max(2 * maxAcqTextLengths.legalTextKey + 1)),
  /**
   * Hashes of the code and of the person's name in the sent registration. Another person in this browser, with another
   * code and name, cannot replace the registration.
   */
  registeredCode: createDraftPartSchema(z.string().max(64)),
  registeredName: createDraftPartSchema(z.string().max(32)),
  /** True if the visitor has clicked "use another address". */
  changesAddress: createDraftPartSchema(z.boolean()),
  /** When the first page of the lean flow was shown, in milliseconds since 1970. */
  formShownAt: createDraftPartSchema(z.int()),
  /**
   * The last registration that acq has answered: `by` is a hash of its form, `id` the earlier registration that it
   * replaced. If the visitor sends the same form again, acq gets the same request, and no analytics event is repeated.
   */
  replaced: createDraftPartSchema(
    z.object({ by: z.string().max(64), id: z.string().max(maxAcqTextLengths.registrationId).optional() }),
  ),
  /** A message that the next page shows once. */
  notice: createDraftPartSchema(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.enum(["consent-saved", "logged-out"]) }),
      z.object({ kind: z.enum(["sent-again", "resent", "not-yet", "gone", "expired"]) }),
      z.object({ kind: z.enum(["too-early", "just-sent"]), seconds: z.int() }),
      z.object({ kind: z.literal("too-many"), minutes: z.int() }),
    ]),
  ),
  /** A code that the visitor typed on the deny page before the language changed. */
  typedCode: createDraftPartSchema(z.string().max(maxAcqTextLengths.registrationCode)),
  /** The code of the last refused link. If the code may be mistyped, its form shows it for the visitor to correct. */
  refusedCode: createDraftPartSchema(z.string().max(maxAcqTextLengths.registrationCode)),
  interestSent: createDraftPartSchema(z.boolean()),
  /** The result of the last activation in this browser: just completed, or completed earlier. */
  activated: createDraftPartSchema(z.enum(["activated", "already"])),
  /** The URL where a new member continues after the activation. */
  continueUrl: createDraftPartSchema(z.string().max(maxAcqTextLengths.continueUrl)),
  /** A random text that decides to which target a split link redirects this visitor. */
  splitSeed: createDraftPartSchema(z.string().max(32)),
  ...createFieldDraftPartSchemas("first"),
  /** The inviter's name in the last invitation, as acq returned it. */
  inviter: createDraftPartSchema(z.string().max(maxAcqTextLengths.name)),
  /**
   * The path of a landing page that shows the finished message in a dialog over its content. Only the form of a
   * hydrated page sets this path.
   */
  popup: createDraftPartSchema(z.string().max(80)),
  campaign: createDraftPartSchema(z.string().max(64)),
  /** `sourcePath` is the path of the first page in this visit. `previousPDPPage` is the last opened product. */
  sourcePath: createDraftPartSchema(z.string().max(80)),
  previousPDPPage: createDraftPartSchema(z.string().max(64)),
  /** The id and the error of the last activation that failed. */
  accountActivationId: createDraftPartSchema(z.string().max(200)),
  accountActivationError: createDraftPartSchema(z.enum(["not-found", "failed"])),
  /** The host of the first site on the referrer blocklist from which the visitor came. */
  referrer: createDraftPartSchema(z.string().max(100)),
  /** Analytics events that the next page emits once. */
  events: createDraftPartSchema(
    z
      .array(z.object({ event: z.string().max(50) }).catchall(z.union([z.string().max(64), z.int()])))
      .max(maxDraftEvents),
  ),
});

export type Draft = z.infer<typeof draftSchema>;

/** Converts a form's content, valid or not, to parts of a draft. Values that are too long are left out. */
export function readDraftFromForm(form: FormData): Draft {
  const fieldEntries = registrationFields.flatMap((field) => readDraftValue(form, field));
  const code = readFormText(form, "registrationCode", maxAcqTextLengths.registrationCode);
  return draftSchema.parse({
    ...Object.fromEntries(fieldEntries),
    // `agreedTexts` is set even if it is undefined, to overwrite the agreement in the earlier draft.
    ...(form.has("email") && { agreedTexts: readAgreedTexts(form) }),
    ...(code && { registrationCode: code }),
  });
}

function readAgreedTexts(form: FormData): string | undefined {
  if (!form.has("terms")) return undefined;
  const agreedTexts = readLegalTexts(readFormText(form, "legalTexts", Infinity) ?? "").get(
    readFormText(form, "country", 2) ?? "",
  );
  return agreedTexts && joinLegalTextKeys(agreedTexts);
}

function readDraftValue(form: FormData, { name, kind, choices, draft, maxLength }: RegistrationField) {
  // In a form with an e-mail field, a missing checkbox counts as unchecked, because browsers do not send unchecked
  // checkboxes.
  if (kind === "checkbox") return form.has("email") ? [[draft.name, form.has(name)]] : [];
  const value = readFormText(form, name, maxLength);
  return value && (choices?.includes(value) ?? true) ? [[draft.name, value]] : [];
}

function readFormText(form: FormData, name: string, maxLength: number): string | undefined {
  const value = form.get(name);
  return typeof value === "string" && value !== "" && value.length <= maxLength ? value : undefined;
}

/**
 * Returns a draft without the given number of parts at its end; undefined if nothing is left.
 *
 * @param droppedCount - the number of parts to drop
 */
export function dropDraftParts(draft: Draft, droppedCount: number): Draft | undefined {
  const partEntries = Object.entries(draft).filter(([, value]) => value !== undefined);
  if (droppedCount >= partEntries.length) return undefined;
  if (droppedCount === 0) return draft;
  const partNames = Object.keys(draftSchema.shape);
  const sortedEntries = partEntries.sort(
    ([one], [other]) => partNames.indexOf(one) - partNames.indexOf(other),
  );
  return draftSchema.parse(Object.fromEntries(sortedEntries.slice(0, partEntries.length - droppedCount)));
}
