import type { ReactNode } from "react";

/**
 * A sentence with links: `<terms>…</terms>` in the text becomes a link to `links.terms` in a new window, so that typed
 * text stays. Text outside known tags is printed unchanged.
 */
export function LinkedText({ text, links }: { text: string; links: Record<string, string> }) {
  const textParts = text.split(/<(\w+)>([^<]*)<\/\1>/);
  const nodes: ReactNode[] = [];
  for (let index = 0; index < textParts.length; index += 3) {
    nodes.push(textParts[index]);
    const [tag, content] = [textParts[index + 1], textParts[index + 2]];
    if (tag === undefined) continue;
    nodes.push(
      <a key={tag} href={links[tag]} target="_blank" rel="noreferrer">
        {content}
      </a>,
    );
  }
  return <>{nodes}</>;
}
