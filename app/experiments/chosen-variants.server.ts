import type { Sealing } from "~/http/seals/sealing.server";
import { readPreview, type Preview } from "./preview-token.server";

/** What the address, or else the visit's `variants` cookie, says of experiments; and what that cookie is to hold. */
export type Chosen = ({ kind: "none" } | { kind: "off" } | { kind: "preview"; preview: Preview }) & {
  /** Undefined when it stays as it is; an empty text ends it. */
  cookie?: { text: string };
};

/**
 * `?disablegb=true` turns experiments off for the visit (docs/product.md#experiments-and-seasons), `?disablegb=false` ends that and every
 * preview, `?preview=TOKEN` shows an administrator's choice for the visit.
 */
export function chosenVariants(url: string, kept: string | undefined, sealing: Sealing): Chosen {
  const asked = url.includes("disablegb=") || url.includes("preview=") ? wordsOf(url) : undefined;
  if (asked?.disablegb === "true") return { kind: "off", ...(kept !== "off" && { cookie: { text: "off" } }) };
  if (asked?.disablegb === "false")
    return { kind: "none", ...(kept !== undefined && { cookie: { text: "" } }) };
  const token = asked?.preview;
  const preview = token === undefined ? undefined : readPreview(sealing, token);
  if (preview && token !== undefined)
    return { kind: "preview", preview, ...(kept !== token && { cookie: { text: token } }) };
  if (kept === undefined) return { kind: "none" };
  if (kept === "off") return { kind: "off" };
  const before = readPreview(sealing, kept);
  return before ? { kind: "preview", preview: before } : { kind: "none", cookie: { text: "" } };
}

function wordsOf(url: string) {
  const query = new URLSearchParams(url.slice(url.indexOf("?") + 1));
  return { disablegb: query.get("disablegb"), preview: query.get("preview") ?? undefined };
}
