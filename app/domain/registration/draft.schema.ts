import * as z from "zod";
import { joinedKeys, readLegalTexts } from "./legal-texts";
import { registrationFields, type DraftedFields, type RegistrationField } from "./registration-fields";

/** More events than one way through the forms has; a draft must fit into its cookie. */
export const mostEvents = 6;

/** A part of a draft. What is none, or too long, is dropped: to keep a draft cannot fail. */
function part<Schema extends z.ZodType>(schema: Schema) {
  return z.optional(schema).catch(undefined);
}

type TypedParts<Fields> = { [Name in keyof Fields]: z.ZodCatch<z.ZodOptional<z.ZodType<Fields[Name]>>> };

/** The parts that the registration form fills: names, which are long, leave before the others. */
function typedParts<Leaves extends "last" | "first">(leaves: Leaves): TypedParts<DraftedFields<Leaves>>;
function typedParts(leaves: string): TypedParts<Record<string, string | boolean>> {
  const fields = registrationFields.filter(({ draft }) => draft.leaves === leaves);
  const shortestFirst = fields.toSorted((one, other) => one.longest - other.longest);
  return Object.fromEntries(shortestFirst.map((field) => [field.draft.name, part(typedSchema(field))]));
}

function typedSchema({ kind, choices, longest }: RegistrationField): z.ZodType<string | boolean> {
  if (kind === "checkbox") return z.boolean();
  return choices ? z.enum(choices) : z.string().max(longest);
}

/**
 * The registration draft (docs/product.md#registration-draft) and what its flow needs, kept in one sealed cookie of at
 * most 4096 bytes (docs/product.md#cookies-and-storage). Every part is optional: a draft begins with the first of them.
 * They stand in the order of their weight: what does not fit into the cookie goes from the end. What acq says has the
 * room that it has in app/acq/answers.ts.
 */
export const draftSchema = z.object({
  registrationCode: part(z.string().max(64)),
  validityTimestamp: part(z.string().max(512)),
  /** The registration that was sent, once it was, where acq gave it an id that can be kept. */
  registrationId: part(z.string().max(255)),
  /** The recipient of the sent registration's activation e-mail: `accountKeyOf`. */
  mailedTo: part(z.string().max(64)),
  /** The fields, as they were typed. */
  ...typedParts("last"),
  /** Which legal texts the box was ticked for: `joinedKeys`. */
  agreedTexts: part(z.string().max(201)),
  /** When the first page of the lean flow was shown, in milliseconds since 1970. */
  formShownAt: part(z.int()),
  /**
   * The registration whose place it took over, and which content of which form did so: the same, sent again, does the
   * same.
   */
  replaced: part(z.object({ by: z.string().max(64), id: z.string().max(255).optional() })),
  /** A message to show once, on the next page. */
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
  /** The code of the last link that opened nothing: to be typed, or mended. */
  refusedCode: part(z.string().max(64)),
  interestSent: part(z.boolean()),
  /** The activation that this browser has just made. */
  activated: part(z.enum(["activated", "already"])),
  /** Where the new member goes after the activation. */
  continueUrl: part(z.string().max(2048)),
  /** The random seed that decides which target of a split link is this visitor's. */
  splitSeed: part(z.string().max(32)),
  ...typedParts("first"),
  /** The name of who sent the last invitation, as acq told it. */
  inviter: part(z.string().max(200)),
  /** The landing page that shows the finished message over itself: its path, of a form that script lives in. */
  popup: part(z.string().max(80)),
  campaign: part(z.string().max(64)),
  /** The page of ours that the visit began at, and the product last opened. */
  sourcePath: part(z.string().max(80)),
  previousPDPPage: part(z.string().max(64)),
  /** The last activation that did not succeed. */
  accountActivationId: part(z.string().max(200)),
  accountActivationError: part(z.enum(["not-found", "failed"])),
  /** The first host that a refused visitor came from. */
  referrer: part(z.string().max(100)),
  /** Events for analytics, told once, on the next page that is shown. */
  events: part(
    z
      .array(z.object({ event: z.string().max(50) }).catchall(z.union([z.string().max(64), z.int()])))
      .max(mostEvents),
  ),
});

export type Draft = z.infer<typeof draftSchema>;

/** A form's content, valid or not, as the draft keeps it; a value that is too long for a draft is left out. */
export function typedDraft(form: FormData): Draft {
  const typed = registrationFields.flatMap((field) => typedValue(form, field));
  const code = formText(form, "registrationCode", 64);
  return draftSchema.parse({
    ...Object.fromEntries(typed),
    // Spread over another draft it takes the earlier agreement away.
    ...(form.has("email") && { agreedTexts: agreedIn(form) }),
    ...(code && { registrationCode: code }),
  });
}

function agreedIn(form: FormData): string | undefined {
  if (!form.has("terms")) return undefined;
  const texts = readLegalTexts(formText(form, "legalTexts", Infinity) ?? "").get(
    formText(form, "country", 2) ?? "",
  );
  return texts && joinedKeys(texts);
}

function typedValue(form: FormData, { name, kind, choices, draft, longest }: RegistrationField) {
  // A checkbox that is not ticked is not sent: the address says that the form was.
  if (kind === "checkbox") return form.has("email") ? [[draft.name, form.has(name)]] : [];
  const value = formText(form, name, longest);
  return value && (choices?.includes(value) ?? true) ? [[draft.name, value]] : [];
}

function formText(form: FormData, name: string, longest: number): string | undefined {
  const value = form.get(name);
  return typeof value === "string" && value !== "" && value.length <= longest ? value : undefined;
}

/** A draft without its last parts: undefined when nothing would be left. @param parts how many go */
export function lighter(draft: Draft, parts: number): Draft | undefined {
  const held = Object.entries(draft).filter(([, value]) => value !== undefined);
  if (parts >= held.length) return undefined;
  if (parts === 0) return draft;
  const names = Object.keys(draftSchema.shape);
  const byWeight = held.sort(([one], [other]) => names.indexOf(one) - names.indexOf(other));
  return draftSchema.parse(Object.fromEntries(byWeight.slice(0, held.length - parts)));
}
