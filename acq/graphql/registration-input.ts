import * as z from "zod";
import { toEmailKey } from "../email";
import { createGraphqlError } from "./errors";
import { optionalFieldSchemas } from "../db/stored-fields";

const nameSchema = z
  .string()
  .max(1000)
  .transform((value) => value.normalize("NFC").trim())
  .pipe(
    z
      .string()
      .min(1)
      .refine((value) => Array.from(value).length <= 100)
      // Allows the joiners U+200C and U+200D, which some scripts need between letters.
      .regex(/^(?:[^\p{C}\p{Zl}\p{Zp}<>]|[\u200c\u200d])+$/u)
      .refine((value) => !containsWebAddress(value)),
  );

/**
 * Rejects names that contain a host: the e-mail's greeting contains the name, and mail programs turn hosts into links.
 */
function containsWebAddress(name: string): boolean {
  const normalizedName = name.normalize("NFKC").replace(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, "");
  const nameWords = normalizedName
    .split(/\p{Zs}+/u)
    .filter((word) => !/^(?:\p{Lu}\.)+\p{Lu}\p{Ll}{2,}$/u.test(word));
  return nameWords.some((word) => /[\p{L}\p{N}]\.\p{L}{2}|www\.|:\/\//iu.test(word));
}

export const emailSchema = z.string().refine((value) => toEmailKey(value) !== undefined);
/**
 * The language of the visitor's e-mails as a language tag. E-mails are in English if acq has no texts in the language.
 */
export const localeSchema = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/);
export const countryCodeSchema = z.string().regex(/^[A-Z]{2}$/);

/**
 * RegistrationInput of acq.graphql with the rules of docs/product/registration.md#registration. Unknown fields are
 * refused, so that no typed value is lost silently.
 */
export const registrationInputSchema = z.strictObject({
  registrationCode: z.string(),
  validityTimestamp: z.string().nullish(),
  email: emailSchema,
  firstName: nameSchema,
  lastName: nameSchema,
  country: countryCodeSchema,
  newsletter: z.boolean(),
  termsAccepted: z.literal(true),
  termsPkString: z.string().max(100).nullish(),
  dataPolicyPkString: z.string().max(100).nullish(),
  locale: localeSchema,
  replacesRegistrationId: z.string().nullish(),
  ...optionalFieldSchemas,
});

export type RegistrationInput = z.infer<typeof registrationInputSchema>;

/** @throws GraphQLError BAD_USER_INPUT with the names of the invalid fields, without their values */
export function parseRegistrationInput(input: unknown): RegistrationInput {
  return parseInput(registrationInputSchema, input);
}

/** @throws GraphQLError BAD_USER_INPUT with the names of the invalid fields, without their values */
export function parseInput<Parsed>(schema: z.ZodType<Parsed>, input: unknown): Parsed {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw createInvalidFieldsError(
    ...result.error.issues.flatMap((issue) =>
      issue.code === "unrecognized_keys" ? issue.keys : [issue.path.join(".")],
    ),
  );
}

export function createInvalidFieldsError(...invalidFields: string[]): Error {
  return createGraphqlError("BAD_USER_INPUT", `Not valid: ${[...new Set(invalidFields)].join(", ")}.`);
}
