import * as z from "zod";

/**
 * Optional fields of RegistrationInput (acq.graphql) with their schemas. An account stores each value unchanged in a
 * text column.
 */
export const optionalFieldSchemas = {
  gender: z.enum(["FEMALE", "MALE"]).nullish(),
  postalCode: z.string().max(20).nullish(),
  birthday: z.iso.date().nullish(),
  campaign: z.string().max(64).nullish(),
  referrer: z.string().max(253).nullish(),
};

/** The name of each optional field and of its column in the database: `postal_code` for `postalCode`. */
export const optionalFieldColumns = z
  .object(optionalFieldSchemas)
  .keyof()
  .options.map((field) => ({
    field,
    column: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  }));
