import { z } from "zod";
import { emailKey } from "../email";
import { callError } from "./errors";
import { storedFields } from "../db/stored-fields";

const name = z
  .string()
  .max(1000)
  .transform((typed) => typed.normalize("NFC").trim())
  .pipe(
    z
      .string()
      .min(1)
      .refine((typed) => Array.from(typed).length <= 100)
      // Joiners stand between letters of some scripts.
      .regex(/^(?:[^\p{C}\p{Zl}\p{Zp}<>]|[\u200c\u200d])+$/u)
      .refine((typed) => !looksLikeAddress(typed)),
  );

/** A name stands in the e-mail's greeting, where mail programs make a link of every host. */
function looksLikeAddress(name: string): boolean {
  const read = name.normalize("NFKC").replace(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, "");
  const words = read.split(/\p{Zs}+/u).filter((word) => !/^(?:\p{Lu}\.)+\p{Lu}\p{Ll}{2,}$/u.test(word));
  return words.some((word) => /[\p{L}\p{N}]\.\p{L}{2}|www\.|:\/\//iu.test(word));
}

export const email = z.string().refine((typed) => emailKey(typed) !== undefined);
/** Any language of the site; the mails are in English where there are no texts in it. */
export const locale = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/);
export const country = z.string().regex(/^[A-Z]{2}$/);

/**
 * RegistrationInput of acq.graphql with the rules of docs/product.md#registration. A field that has no rule here is
 * refused: nothing of what a visitor typed is lost in silence.
 */
export const registrationInput = z.strictObject({
  registrationCode: z.string(),
  validityTimestamp: z.string().nullish(),
  email,
  firstName: name,
  lastName: name,
  country,
  newsletter: z.boolean(),
  termsAccepted: z.literal(true),
  termsPkString: z.string().max(100).nullish(),
  dataPolicyPkString: z.string().max(100).nullish(),
  locale,
  replacesRegistrationId: z.string().nullish(),
  ...storedFields,
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
  throw badFields(
    ...parsed.error.issues.flatMap((issue) =>
      issue.code === "unrecognized_keys" ? issue.keys : [issue.path.join(".")],
    ),
  );
}

export function badFields(...fields: string[]): Error {
  return callError("BAD_USER_INPUT", `Not valid: ${[...new Set(fields)].join(", ")}.`);
}
