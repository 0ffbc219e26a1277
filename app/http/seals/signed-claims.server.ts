import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { signatureHeader } from "./make-token.server";

const claimsSchema = z.looseObject({ aud: z.string(), exp: z.number() });

/**
 * The claims of a token that `signedToken` made with this key, whatever they say; undefined for any other text. jose
 * does the same in another thread, for which somebody has to wait (docs/decisions/experiments.md).
 */
export function signedClaims(text: string, key: Uint8Array): z.infer<typeof claimsSchema> | undefined {
  const [header, claims = "", signature = "", ...more] = text.split(".");
  if (header !== signatureHeader || more.length > 0) return undefined;
  const expected = createHmac("sha256", key).update(`${header}.${claims}`).digest();
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const parsed = claimsSchema.safeParse(JSON.parse(Buffer.from(claims, "base64url").toString()));
  return parsed.success ? parsed.data : undefined;
}
