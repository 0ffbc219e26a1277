import { createHash, webcrypto } from "node:crypto";
import { jwtDecrypt, jwtVerify, type JWTPayload } from "jose";
import { encryptedToken, signedToken } from "./make-token.server";
import { signedClaims } from "./signed-claims.server";

const { subtle } = webcrypto;

/** What a sealed or signed text is for; one made for another purpose does not open. */
export type Purpose = "draft" | "form" | "split" | "links" | "device" | "preview";

/** Encrypts (`seal`) and signs (`sign`) small values, with a life in seconds or an end (RFC 7516, RFC 7519). */
export interface Sealing {
  seal(purpose: Purpose, value: JWTPayload, seconds: number): Promise<string>;
  /** Undefined for anything that is forged, cut, expired or made for something else. */
  open(purpose: Purpose, text: string): Promise<JWTPayload | undefined>;
  sign(purpose: Purpose, value: JWTPayload, life: number | Date): Promise<string>;
  verify(purpose: Purpose, text: string): Promise<JWTPayload | undefined>;
  /** The same without waiting, for what has to be known before anything else of a request. */
  verifyNow(purpose: Purpose, text: string): unknown;
}

/**
 * @param secrets the newest first: it makes, all of them open, so that a secret can be rotated.
 */
export function createSealing(secrets: readonly string[], clock: () => Date): Sealing {
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
    seal: (purpose, value, seconds) =>
      Promise.resolve(encryptedToken(claims(purpose, value, seconds), sealing)),
    open: (purpose, text) =>
      firstThatOpens(keys, async (key) => {
        const { payload } = await jwtDecrypt(text, await key.seal, {
          audience: purpose,
          currentDate: clock(),
        });
        return payload;
      }),
    sign: (purpose, value, life) => Promise.resolve(signedToken(claims(purpose, value, life), signing)),
    verify: (purpose, text) =>
      firstThatOpens(keys, async (key) => {
        const { payload } = await jwtVerify(text, await key.sign, {
          audience: purpose,
          currentDate: clock(),
          algorithms: ["HS256"],
        });
        return payload;
      }),
    verifyNow(purpose, text) {
      for (const secret of secrets) {
        const signed = signedClaims(text, bytesFor("sign", secret));
        if (signed?.aud === purpose && signed.exp > clock().getTime() / 1000) return signed;
      }
      return undefined;
    },
  };
}

/** Whole seconds since 1970. */
const inSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

// Keys are imported once: out of bytes jose does it for each token, which takes longer than the token.
const sealKey = (secret: string) =>
  subtle.importKey("raw", bytesFor("seal", secret), "AES-GCM", false, ["decrypt"]);
const signKey = (secret: string) =>
  subtle.importKey("raw", bytesFor("sign", secret), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);

/** 256 bits of its own for each use, so that no key serves two algorithms. */
function bytesFor(use: string, secret: string): Uint8Array {
  return createHash("sha256").update(`velvetgate ${use}\n${secret}`).digest();
}

async function firstThatOpens<Key>(
  keys: readonly Key[],
  open: (key: Key) => Promise<JWTPayload>,
): Promise<JWTPayload | undefined> {
  for (const key of keys) {
    try {
      return await open(key);
    } catch {
      // Not made with this key, or not made by us at all: the next key, else nothing.
    }
  }
  return undefined;
}
