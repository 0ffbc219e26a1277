import Negotiator from "negotiator";
import { memoizeHeader } from "~/utils/memoize";

/** The content encodings, ordered by the size of a page in each encoding, the smallest first. */
const encodingsSmallestFirst = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof encodingsSmallestFirst)[number];

/**
 * Returns the encoding with the smallest result among those that a browser accepts, or identity if the browser accepts
 * none (RFC 9110, section 12.5.3).
 */
export const findPreferredEncoding = memoizeHeader((acceptEncoding): Encoding => {
  const negotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } });
  const acceptedEncodings = negotiator.encodings([...encodingsSmallestFirst]);
  return encodingsSmallestFirst.find((encoding) => acceptedEncodings.includes(encoding)) ?? "identity";
});

/**
 * Returns true if an Accept header allows an HTML page (RFC 9110, section 12.5.1). Browsers always allow one for pages.
 */
export function wantsHtml(accept: string | undefined): boolean {
  return accept === undefined || /text\/(?:html|\*)|\*\/\*/.test(accept);
}
