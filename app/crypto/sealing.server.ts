import * as z from "zod";
import { createCipheriv, createHash, createHmac, randomBytes, timingSafeEqual, webcrypto } from "node:crypto";
import { base64url, decodeJwt, jwtDecrypt, type JWTPayload } from "jose";

const claimsSchema = z.looseObject({ aud: z.string(), exp: z.number() });

/**
 * Returns true if `signToken` created this text with one of the keys. Does not let jose verify the signature: jose
 * would use another thread, and the request would wait for it (docs/decisions/sealing.md).
 */
function hasValidSignature(text: string, keys: readonly Uint8Array[]): boolean {
  const signatureIndex = text.lastIndexOf(".");
  try {
    const signature = base64url.decode(text.slice(signatureIndex + 1));
    return keys.some((key) => {
      const expectedSignature = createHmac("sha256", key).update(text.slice(0, signatureIndex)).digest();
      return signature.length === expectedSignature.length && timingSafeEqual(signature, expectedSignature);
    });
  } catch {
    return false;
  }
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
  const nonce = randomBytes(12);
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
type TokenPurpose = "draft" | "form" | "split" | "links" | "device" | "preview" | "carried";

/**
 * Encrypts and signs small values as JSON Web Tokens with an expiry (RFC 7516, RFC 7519). The expiry
 * is a number of seconds from now, or a date.
 */
export interface TokenCrypto {
  encrypt(purpose: TokenPurpose, value: JWTPayload, lifetimeSeconds: number): string;
  /** Decrypts a text. Resolves to undefined if the text is forged, truncated, expired or made for another purpose. */
  decrypt(purpose: TokenPurpose, text: string): Promise<JWTPayload | undefined>;
  sign(purpose: TokenPurpose, value: JWTPayload, lifetimeOrExpiry: number | Date): string;
  /** Returns the value in a signed text; undefined if the text is forged, expired or made for another purpose. */
  verify(purpose: TokenPurpose, text: string): JWTPayload | undefined;
}

/**
 * Creates a `TokenCrypto` that encrypts and signs with the newest secret. It also reads texts of older secrets, so that
 * operators can rotate secrets.
 *
 * @param secrets - the first one encrypts
 * @param onUnknownKey - called with the purpose of an unexpired signed text if none of the secrets has signed it
 */
export function createTokenCrypto(
  secrets: readonly string[],
  clock: () => Date,
  onUnknownKey: (purpose: TokenPurpose) => void = () => undefined,
): TokenCrypto {
  const decryptionKeys = secrets.map(importDecryptionKey);
  const signingKeys = secrets.map((secret) => deriveKey("sign", secret));
  const [newestSecret] = secrets;
  if (newestSecret === undefined) throw new Error("token encryption needs at least one secret");
  const [newestEncryptionKey, newestSigningKey] = [
    deriveKey("seal", newestSecret),
    deriveKey("sign", newestSecret),
  ];
  const createClaims = (purpose: TokenPurpose, value: JWTPayload, lifetimeOrExpiry: number | Date) => ({
    ...value,
    aud: purpose,
    exp:
      lifetimeOrExpiry instanceof Date
        ? toUnixSeconds(lifetimeOrExpiry)
        : toUnixSeconds(clock()) + lifetimeOrExpiry,
  });

  return {
    encrypt: (purpose, value, lifetimeSeconds) =>
      encryptToken(createClaims(purpose, value, lifetimeSeconds), newestEncryptionKey),
    decrypt: (purpose, text) =>
      decryptWithAnyKey(decryptionKeys, async (key) => {
        const { payload } = await jwtDecrypt(text, await key, {
          audience: purpose,
          currentDate: clock(),
        });
        return payload;
      }),
    sign: (purpose, value, lifetimeOrExpiry) =>
      signToken(createClaims(purpose, value, lifetimeOrExpiry), newestSigningKey),
    verify(purpose, text) {
      const claims = readUnexpiredClaims(text, purpose, clock());
      if (!claims) return undefined;
      if (hasValidSignature(text, signingKeys)) return claims;
      onUnknownKey(purpose);
      return undefined;
    },
  };
}

/** Returns whole seconds since 1970. */
const toUnixSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

// Imports each key once. Otherwise the library jose would import the key's bytes for each token, which takes longer
// than decrypting the token itself.
const importDecryptionKey = (secret: string) =>
  subtle.importKey("raw", deriveKey("seal", secret), "AES-GCM", false, ["decrypt"]);

/**
 * Derives a key of 256 bits from a secret. Encrypting and signing have separate keys, so that no key is used with two
 * algorithms.
 */
function deriveKey(keyUse: string, secret: string): Uint8Array {
  return createHash("sha256").update(`velvetgate ${keyUse}\n${secret}`).digest();
}

/**
 * Returns the claims of an unexpired signed text for this purpose; undefined for any other text. The signature is not
 * verified.
 */
function readUnexpiredClaims(text: string, purpose: TokenPurpose, now: Date): JWTPayload | undefined {
  if (!text.startsWith(`${signatureHeader}.`)) return undefined;
  try {
    const { data } = claimsSchema.safeParse(decodeJwt(text));
    return data?.aud === purpose && data.exp > toUnixSeconds(now) ? data : undefined;
  } catch {
    return undefined;
  }
}

async function decryptWithAnyKey<Key>(
  keys: readonly Key[],
  decryptWithKey: (key: Key) => Promise<JWTPayload>,
): Promise<JWTPayload | undefined> {
  for (const key of keys) {
    try {
      return await decryptWithKey(key);
    } catch {
      // The text was not made with this key, so the next key is tried.
    }
  }
  return undefined;
}
