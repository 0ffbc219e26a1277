import * as z from "zod";

/**
 * Matches two random secrets with a wrong separator between them, which would count as one secret. Does not match
 * passphrases with spaces, or a secret of `openssl rand -base64` with its line break after 64 characters.
 */
const joinedSecretsPattern = /^[\w+/=-]{32,}[;:|\uff0c\u3001 \t]+[\w+/=-]{32}/;

/**
 * Matches a quotation mark at one end of a secret. Such marks are ambiguous: systemd removes them, but Docker and
 * Kubernetes keep them.
 */
const outerQuotePattern = /^["'`]|["'`]$/;

/** Matches a comment at the start of a secret or after it, which would become part of the secret. */
const commentPattern = /(?:^|\s)#|(?:^|[ \t])(?:;|\/\*|<!|(?:\/\/|--)[ \t])|[ \t](?:\/\/|--)/;

/** The schema of the variable SESSION_SECRET: a list of secrets. The first one encrypts. */
export const sessionSecretSchema = z
  .string()
  .transform((value) => value.split(",").map((secret) => secret.trim()))
  .refine((secrets) => secrets.every((secret) => secret.length >= 32 && !joinedSecretsPattern.test(secret)), {
    error:
      "32 characters or more; several separated by commas (not by ; : | or spaces); the first one encrypts",
  })
  .refine((secrets) => !secrets.some((secret) => outerQuotePattern.test(secret)), {
    error: "a text without quotes around it",
  })
  .refine((secrets) => !secrets.some((secret) => commentPattern.test(secret)), {
    error: "a text without a comment",
  });

/**
 * Returns true for a secret that was typed, such as one key or a short word repeated. Of the random secrets with 32
 * hexadecimal digits, less than one in ten million has fewer than 8 different characters.
 */
export function isGuessableSecret(secret: string): boolean {
  return new Set(secret).size < 8;
}
