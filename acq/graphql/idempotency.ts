import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import * as z from "zod";
import type { OperationContext } from "./call";
import { createGraphqlError } from "./errors";

/** Answers to calls with an Idempotency-Key are stored for 24 hours (acq.graphql). */
export const storedResponseLifetimeMs = 24 * 60 * 60 * 1000;

const maxIdempotencyKeyLength = 255;
const ivBytes = 12;
const authTagBytes = 16;
const idempotencyRowSchema = z.object({ fingerprint: z.string(), answer: z.string() });

/**
 * Runs `executeMutation`, or returns the stored response to an earlier call of the same operation with the same
 * Idempotency-Key. Call this function inside the mutation's transaction. Stored responses contain tokens, so they are
 * encrypted with a secret that is derived from the key; the key itself is not stored.
 *
 * @throws GraphQLError IDEMPOTENCY_KEY_REUSED if the key came with other variables or from another caller
 */
export function runMutationOnce(
  operationContext: OperationContext,
  operation: string,
  variables: unknown,
  executeMutation: () => unknown,
): unknown {
  const key = operationContext.getHeader("idempotency-key");
  if (!key) return executeMutation();
  if (key.length > maxIdempotencyKeyLength)
    throw createGraphqlError("BAD_USER_INPUT", "The Idempotency-Key is too long.");

  const keyMaterial = Buffer.from(hkdfSync("sha256", key, "", `acq idempotency ${operation}`, 64));
  const [id, secret] = [keyMaterial.subarray(0, 32).toString("hex"), keyMaterial.subarray(32)];
  const fingerprint = createHmac("sha256", secret)
    .update(JSON.stringify([variables, operationContext.getHeader("authorization") ?? null]))
    .digest("hex");

  const { database, now } = operationContext.acq;
  const storedResponseRow = database.readRow(
    idempotencyRowSchema,
    "select fingerprint, answer from idempotency where id = :id",
    {
      id,
    },
  );
  if (storedResponseRow === undefined) {
    const response = executeMutation();
    database.run("insert into idempotency values (:id, :fingerprint, :answer, :now)", {
      id,
      fingerprint,
      answer: encryptText(secret, JSON.stringify(response)),
      now: now(),
    });
    return response;
  }
  if (storedResponseRow.fingerprint !== fingerprint) {
    throw createGraphqlError("IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used with other variables.");
  }
  return JSON.parse(decryptText(secret, storedResponseRow.answer));
}

function encryptText(secret: Buffer, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", secret, iv);
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString("base64");
}

function decryptText(secret: Buffer, text: string): string {
  const bytes = Buffer.from(text, "base64");
  const decipher = createDecipheriv("aes-256-gcm", secret, bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + authTagBytes));
  const plaintext = Buffer.concat([
    decipher.update(bytes.subarray(ivBytes + authTagBytes)),
    decipher.final(),
  ]);
  return plaintext.toString("utf8");
}
