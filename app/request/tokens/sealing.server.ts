import * as z from "zod";
import { createCipheriv, createHash, createHmac, timingSafeEqual, webcrypto } from "node:crypto";
import { freshBytes } from "./fresh-bytes.server";
import { decodeJwt, jwtDecrypt, type JWTPayload, jwtVerify } from "jose";

const timedClaims = z.looseObject({ aud: z.string(), exp: z.number() });

/**
 * Returns the claims of a token that `signedToken` made with this key; undefined for any other text. jose verifies in
 * another thread, for which a request would have to wait (docs/decisions/experiments.md).
 */
function signedClaims(text: string, key: Uint8Array): z.infer<typeof timedClaims> | undefined {
  const [header, claims = "", signature = "", ...more] = text.split(".");
  if (header !== signatureHeader || more.length > 0) return undefined;
  const expected = createHmac("sha256", key).update(`${header}.${claims}`).digest();
  const actual = Buffer.from(signature, "base64url");
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  const result = timedClaims.safeParse(JSON.parse(Buffer.from(claims, "base64url").toString()));
  return result.success ? result.data : undefined;
}

const encryption = toBase64Url('{"alg":"dir","enc":"A256GCM"}');
/** The header of every signed token. */
export const signatureHeader = toBase64Url('{"alg":"HS256"}');

/**
 * Returns an encrypted JWT in the compact form (RFC 7516, section 7.1); jose opens it. jose would encrypt in another
 * thread, which takes four times as long (docs/decisions/rendering.md).
 *
 * @param key - 256 bits
 */
function encryptedToken(claims: object, key: Uint8Array): string {
  const nonce = freshBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(encryption));
  const hidden = Buffer.concat([cipher.update(JSON.stringify(claims)), cipher.final()]);
  return [encryption, "", ...[nonce, hidden, cipher.getAuthTag()].map(toBase64Url)].join(".");
}

/**
 * Returns a signed JWT in the compact form (RFC 7515, section 7.1).
 *
 * @param key - 256 bits
 */
function signedToken(claims: object, key: Uint8Array): string {
  const text = `${signatureHeader}.${toBase64Url(JSON.stringify(claims))}`;
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
}

function toBase64Url(value: string | Buffer): string {
  return Buffer.from(value).toString("base64url");
}

const { subtle } = webcrypto;

/** The purpose of a sealed or signed text. It opens for the same purpose only. */
export type Purpose = "draft" | "form" | "split" | "links" | "device" | "preview" | "carried";

/** Encrypts (`seal`) and signs (`sign`) small values with a lifetime in seconds or an end (RFC 7516, RFC 7519). */
export interface Sealing {
  seal(purpose: Purpose, value: JWTPayload, seconds: number): string;
  /** Resolves to undefined for a text that is forged, cut, expired or made for another purpose. */
  open(purpose: Purpose, text: string): Promise<JWTPayload | undefined>;
  sign(purpose: Purpose, value: JWTPayload, life: number | Date): Promise<string>;
  verify(purpose: Purpose, text: string): Promise<JWTPayload | undefined>;
  /** Verifies synchronously, for values that are needed before all else of a request. */
  verifyNow(purpose: Purpose, text: string): unknown;
}

/**
 * Creates a sealing with the newest secret; all secrets open, so that they can be rotated.
 *
 * @param secrets - the newest first
 * @param onForeign - called with the purpose of a signed text that is still valid and was signed with another secret
 */
export function createSealing(
  secrets: readonly string[],
  clock: () => Date,
  onForeign: (purpose: Purpose) => void = () => undefined,
): Sealing {
  const keys = secrets.map((secret) => ({ seal: sealKey(secret), sign: signKey(secret) }));
  const [newest] = secrets;
  if (newest === undefined) throw new Error("a sealing needs at least one secret");
  const [sealing, signing] = [bytesFor("seal", newest), bytesFor("sign", newest)];
  const claims = (purpose: Purpose, value: JWTPayload, life: number | Date) => ({
    ...value,
    aud: purpose,
    exp: life instanceof Date ? inSeconds(life) : inSeconds(clock()) + life,
  });

  return {
    seal: (purpose, value, seconds) => encryptedToken(claims(purpose, value, seconds), sealing),
    open: (purpose, text) =>
      firstThatOpens(keys, async (key) => {
        const { payload } = await jwtDecrypt(text, await key.seal, {
          audience: purpose,
          currentDate: clock(),
        });
        return payload;
      }),
    sign: (purpose, value, life) => Promise.resolve(signedToken(claims(purpose, value, life), signing)),
    async verify(purpose, text) {
      const verified = await firstThatOpens(keys, async (key) => {
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
        const signed = signedClaims(text, bytesFor("sign", secret));
        if (signed?.aud === purpose && signed.exp > clock().getTime() / 1000) return signed;
      }
      return undefined;
    },
  };
}

/** Returns whole seconds since 1970. */
const inSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

// Keys are imported once: jose imports bytes for each token, which takes longer than the token.
const sealKey = (secret: string) =>
  subtle.importKey("raw", bytesFor("seal", secret), "AES-GCM", false, ["decrypt"]);
const signKey = (secret: string) =>
  subtle.importKey("raw", bytesFor("sign", secret), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);

/** 256 bits for each use, so that no key serves two algorithms. */
function bytesFor(use: string, secret: string): Uint8Array {
  return createHash("sha256").update(`velvetgate ${use}\n${secret}`).digest();
}

/** Returns true if a text looks like an unexpired signed text of this purpose. The signature is not checked. */
function isStillValid(text: string, purpose: Purpose, now: Date): boolean {
  if (!text.startsWith(`${signatureHeader}.`)) return false;
  try {
    const result = timedClaims.safeParse(decodeJwt(text));
    return result.success && result.data.aud === purpose && result.data.exp > inSeconds(now);
  } catch {
    return false;
  }
}

async function firstThatOpens<Key>(
  keys: readonly Key[],
  open: (key: Key) => Promise<JWTPayload>,
): Promise<JWTPayload | undefined> {
  for (const key of keys) {
    try {
      return await open(key);
    } catch {
      // Not made with this key: the next one is tried.
    }
  }
  return undefined;
}
