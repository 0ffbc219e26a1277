import { createHash } from "node:crypto";
import { domainToASCII } from "node:url";

/**
 * What counts and cookies know an account by: a hash of its address, read as loosely as any acq may compare addresses
 * (without regard to case and width, the domain in its ASCII form), so that no other way to write it counts apart.
 */
export function accountKeyOf(email: string): string {
  // What is longer is no address (registration.schema.ts), and normalising it could take seconds.
  const folded = email.length > 500 ? email : email.trim().normalize("NFKC").toUpperCase().toLowerCase();
  const at = folded.lastIndexOf("@") + 1;
  const domain = folded.slice(at);
  return createHash("sha256")
    .update(folded.slice(0, at) + (domainToASCII(domain) || domain))
    .digest("base64url");
}
