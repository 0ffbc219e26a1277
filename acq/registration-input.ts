import { z } from "zod";
import { emailKey } from "./email";
import { callError } from "./errors";
import { locales } from "./locales";

const name = z
  .string()
  .max(1000)
  .transform((typed) => typed.normalize("NFC").trim())
  .pipe(
    z
      .string()
      .min(1)
      .max(100)
      .regex(/^[^\p{C}\p{Zl}\p{Zp}<>]+$/u)
      .refine((typed) => !looksLikeAddress(typed)),
  );

/** A name stands in the e-mail's greeting, where mail programs make a link of every host. */
function looksLikeAddress(name: string): boolean {
  const read = name.normalize("NFKC").replace(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, "");
  const words = read.split(/\p{Zs}+/u).filter((word) => !/^(?:\p{Lu}\.)+\p{Lu}\p{Ll}{2,}$/u.test(word));
  return words.some((word) => /[\p{L}\p{N}]\.\p{L}{2}|www\.|:\/\//iu.test(word));
}

export const email = z.string().refine((typed) => emailKey(typed) !== undefined);
export const locale = z.enum(locales);
export const country = z.string().regex(/^[A-Z]{2}$/);

/** RegistrationInput of acq.graphql with the rules of docs/product.md#registration. */
const registrationInput = z.object({
  registrationCode: z.string(),
  validityTimestamp: z.string().nullish(),
  email,
  gender: z.enum(["FEMALE", "MALE"]).nullish(),
  firstName: name,
  lastName: name,
  country,
  postalCode: z.string().max(20).nullish(),
  birthday: z.iso.date().nullish(),
  newsletter: z.boolean(),
  termsAccepted: z.literal(true),
  termsPkString: z.string().max(100).nullish(),
  dataPolicyPkString: z.string().max(100).nullish(),
  locale,
  replacesRegistrationId: z.string().nullish(),
  campaign: z.string().max(64).nullish(),
  referrer: z.string().max(253).nullish(),
});

export type RegistrationInput = z.infer<typeof registrationInput>;

/** @throws GraphQLError BAD_USER_INPUT that names the fields, never what they hold */
export function parseRegistrationInput(input: unknown): RegistrationInput {
  return parseInput(registrationInput, input);
}

/** @throws GraphQLError BAD_USER_INPUT that names the fields, never what they hold */
export function parseInput<Parsed>(schema: z.ZodType<Parsed>, input: unknown): Parsed {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw badFields(...parsed.error.issues.map((issue) => issue.path.join(".")));
}

export function badFields(...fields: string[]): Error {
  return callError("BAD_USER_INPUT", `Not valid: ${[...new Set(fields)].join(", ")}.`);
}
