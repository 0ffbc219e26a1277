import { createDecipheriv } from "node:crypto";

/**
 * What GrowthBook has encrypted: AES-CBC with a key of 128 bits, "iv.text" in base64 (its SDK's `decrypt`). Undefined
 * when it was another key, or is no JSON.
 */
export function decrypted(text: string, key: string): unknown {
  const [iv = "", hidden = ""] = text.split(".");
  try {
    const decipher = createDecipheriv("aes-128-cbc", Buffer.from(key, "base64"), Buffer.from(iv, "base64"));
    const shown = [decipher.update(Buffer.from(hidden, "base64")), decipher.final()];
    return JSON.parse(Buffer.concat(shown).toString());
  } catch {
    return undefined;
  }
}
