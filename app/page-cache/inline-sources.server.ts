import { createHash } from "node:crypto";
import type { InlineSources } from "~/http/content-security-policy.server";

/** An element of a page that we have rendered ourselves: attribute values hold no ">" there. */
const elements = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;

/** The hashes of everything in a page that a Content-Security-Policy would refuse (CSP 3, section 6.7.3.3). */
export function inlineSources(html: string): InlineSources {
  const found = { script: new Set<string>(), style: new Set<string>() };
  for (const [, name, attributes = "", text = ""] of html.matchAll(elements)) {
    // Data blocks are not run.
    if (/ src=| type="application\//.test(attributes)) continue;
    const hash = createHash("sha256").update(text).digest("base64");
    found[name === "style" ? "style" : "script"].add(`'sha256-${hash}'`);
  }
  return { scripts: [...found.script], styles: [...found.style] };
}
