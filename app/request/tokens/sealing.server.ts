import * as z from "zod";
import { createCipheriv, createHash, createHmac, timingSafeEqual, webcrypto } from "node:crypto";
import { takeRandomBytes } from "./fresh-bytes.server";
import { decodeJwt, jwtDecrypt, type JWTPayload, jwtVerify } from "jose";

const claimsSchema = z.looseObject({ aud: z.string(), exp: z.number() });

/**
 * Returns the claims of a token that `signToken` created with this key; undefined for any other text. The library jose
 * is not used, because it verifies in another thread and the request would wait for it (docs/decisions/experiments.md).
 */
function verifyClaims(text: string, key: Uint8Array): z.infer<typeof claimsSchema> | undefined {
  const [header, claims = "", signature = "", ...extraParts] = text.split(".");
  if (header !== signatureHeader || extraParts.length > 0) return undefined;
  const expected = createHmac("sha256", key).update(`${header}.${claims}`).digest();
  const actual = Buffer.from(signature, "base64url");
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  const result = claimsSchema.safeParse(JSON.parse(Buffer.from(claims, "base64url").toString()));
  return result.success ? result.data : undefined;
}

const encryptionHeader = toBase64Url('{"alg":"dir","enc":"A256GCM"}');
/** The header of every signed token. */
export const signatureHeader = toBase64Url('{"alg":"HS256"}');

/**
 * Creates an encrypted JWT in the compact form (RFC 7516, section 7.1), which the library jose can decrypt. jose itself
 * would encrypt in another thread, which takes four times as long (docs/decisions/rendering.md).
 *
 * @param key - 256 bits
 */
function encryptToken(claims: object, key: Uint8Array): string {
  const nonce = takeRandomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(encryptionHeader));
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(claims)), cipher.final()]);
  return [encryptionHeader, "", ...[nonce, ciphertext, cipher.getAuthTag()].map(toBase64Url)].join(".");
}

/**
 * Creates a signed JWT in the compact form (RFC 7515, section 7.1).
 *
 * @param key - 256 bits
 */
function signToken(claims: object, key: Uint8Array): string {
  const text = `${signatureHeader}.${toBase64Url(JSON.stringify(claims))}`;
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
}

function toBase64Url(value: string | Buffer): string {
  return Buffer.from(value).toString("base64url");
}

const { subtle } = webcrypto;

/** The purpose of an encrypted or signed text. A text for one purpose cannot be read for another. */
export type Purpose = "draft" | "form" | "split" | "links" | "device" | "preview" | "carried";

/**
 * Encrypts (`seal`) and signs (`sign`) small values as JSON Web Tokens with an expiry (RFC 7516, RFC 7519). The expiry
 * is a number of seconds from now, or a date.
 */
export interface Sealing {
  seal(purpose: Purpose, value: JWTPayload, seconds: number): string;
  /** Decrypts a text. Resolves to undefined if the text is forged, truncated, expired or made for another purpose. */
  open(purpose: Purpose, text: string): Promise<JWTPayload | undefined>;
  sign(purpose: Purpose, value: JWTPayload, lifetime: number | Date): Promise<string>;
  verify(purpose: Purpose, text: string): Promise<JWTPayload | undefined>;
  /** Verifies a signed text synchronously, because some requests need the value before all other steps. */
  verifyNow(purpose: Purpose, text: string): unknown;
}

/**
 * Creates a `Sealing` that encrypts and signs with the newest secret. It also reads texts of older secrets, so that
 * operators can rotate secrets.
 *
 * @param secrets - the newest first
 * @param onForeign - called with the purpose of an unexpired signed text if none of the secrets has signed it
 */
export function createSealing(
  secrets: readonly string[],
  clock: () => Date,
  onForeign: (purpose: Purpose) => void = () => undefined,
): Sealing {
  const keys = secrets.map((secret) => ({ seal: importSealKey(secret), sign: importSignKey(secret) }));
  const [newest] = secrets;
  if (newest === undefined) throw new Error("a sealing needs at least one secret");
  const [sealing, signing] = [deriveKey("seal", newest), deriveKey("sign", newest)];
  const createClaims = (purpose: Purpose, value: JWTPayload, lifetime: number | Date) => ({
    ...value,
    aud: purpose,
    exp: lifetime instanceof Date ? toSeconds(lifetime) : toSeconds(clock()) + lifetime,
  });

  return {
    seal: (purpose, value, seconds) => encryptToken(createClaims(purpose, value, seconds), sealing),
    open: (purpose, text) =>
      openWithAnyKey(keys, async (key) => {
        const { payload } = await jwtDecrypt(text, await key.seal, {
          audience: purpose,
          currentDate: clock(),
        });
        return payload;
      }),
    sign: (purpose, value, lifetime) =>
      Promise.resolve(signToken(createClaims(purpose, value, lifetime), signing)),
    async verify(purpose, text) {
      const verified = await openWithAnyKey(keys, async (key) => {
        const { payload } = await jwtVerify(text, await key.sign, {
          audience: purpose,
          currentDate: clock(),
          algorithms: ["HS256"],
        });
        return payload;
      });
      if (!verified && isStillValid(text, purpose, clock())) onForeign(purpose);
      return verified;
    },
    verifyNow(purpose, text) {
      for (const secret of secrets) {
        const claims = verifyClaims(text, deriveKey("sign", secret));
        if (claims?.aud === purpose && claims.exp > clock().getTime() / 1000) return claims;
      }
      return undefined;
    },
  };
}

/** Returns whole seconds since 1970. */
const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

// Imports each key once. Otherwise the library jose would import the key's bytes for each token, which takes longer
// than processing the token itself.
const importSealKey = (secret: string) =>
  subtle.importKey("raw", deriveKey("seal", secret), "AES-GCM", false, ["decrypt"]);
const importSignKey = (secret: string) =>
  subtle.importKey("raw", deriveKey("sign", secret), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);

/** Derives a key of 256 bits from a secret. Each use has its own key, so that no key is used with two algorithms. */
function deriveKey(use: string, secret: string): Uint8Array {
  return createHash("sha256").update(`velvetgate ${use}\n${secret}`).digest();
}

/** Returns true if a text looks like an unexpired signed text for this purpose. The signature is not verified. */
function isStillValid(text: string, purpose: Purpose, now: Date): boolean {
  if (!text.startsWith(`${signatureHeader}.`)) return false;
  try {
    const result = claimsSchema.safeParse(decodeJwt(text));
    return result.success && result.data.aud === purpose && result.data.exp > toSeconds(now);
  } catch {
    return false;
  }
}

async function openWithAnyKey<Key>(
  keys: readonly Key[],
  open: (key: Key) => Promise<JWTPayload>,
): Promise<JWTPayload | undefined> {
  for (const key of keys) {
    try {
      return await open(key);
    } catch {
      // The text was not made with this key, so the next key is tried.
    }
  }
  return undefined;
}
