import { domainToASCII } from "node:url";

const maxEmailLength = 254;

// The HTML standard's pattern for a valid e-mail address. Each part of the pattern has a maximum length, so matching
// takes linear time.
const validEmailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/**
 * Returns an address in the form in which addresses are compared: lowercase, the domain in its ASCII form.
 *
 * @returns undefined if the text is not an e-mail address
 */
export function toEmailKey(email: string): string | undefined {
  const atIndex = email.lastIndexOf("@");
  if (atIndex < 1 || email.length > maxEmailLength) return undefined;
  const asciiEmail = `${email.slice(0, atIndex)}@${domainToASCII(email.slice(atIndex + 1))}`;
  return validEmailPattern.test(asciiEmail) ? asciiEmail.toLowerCase() : undefined;
}
