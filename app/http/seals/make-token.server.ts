import { createCipheriv, createHmac, randomBytes } from "node:crypto";

const encryption = encoded('{"alg":"dir","enc":"A256GCM"}');
/** The header of every signed token. */
export const signatureHeader = encoded('{"alg":"HS256"}');

/**
 * An encrypted JWT in the compact form (RFC 7516, section 7.1). Made here and opened by jose: jose has another thread
 * encrypt each token, which takes four times as long as the token (docs/decisions/rendering.md).
 *
 * @param key of 256 bits
 */
export function encryptedToken(claims: object, key: Uint8Array): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(encryption));
  const hidden = Buffer.concat([cipher.update(JSON.stringify(claims)), cipher.final()]);
  return [encryption, "", ...[nonce, hidden, cipher.getAuthTag()].map(encoded)].join(".");
}

/** A signed JWT in the compact form (RFC 7515, section 7.1). @param key of 256 bits */
export function signedToken(claims: object, key: Uint8Array): string {
  const text = `${signatureHeader}.${encoded(JSON.stringify(claims))}`;
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
}

function encoded(value: string | Buffer): string {
  return Buffer.from(value).toString("base64url");
}
