import { z } from "zod";

/**
 * The optional fields of RegistrationInput (acq.graphql) that an account stores unchanged, each with its rule and a
 * text column of its name.
 */
export const storedFields = {
  gender: z.enum(["FEMALE", "MALE"]).nullish(),
  postalCode: z.string().max(20).nullish(),
  birthday: z.iso.date().nullish(),
  campaign: z.string().max(64).nullish(),
  referrer: z.string().max(253).nullish(),
};

/** Their names and those of their columns: `postal_code` for `postalCode`. */
export const storedColumns = z
  .object(storedFields)
  .keyof()
  .options.map((field) => ({
    field,
    column: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  }));
