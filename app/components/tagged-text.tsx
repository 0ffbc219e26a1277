import type { ReactNode } from "react";

/**
 * A sentence with links inside: `<terms>…</terms>` in the text becomes what `tags.terms` makes of its content.
 * Text outside known tags is printed as it is.
 */
export function TaggedText({
  text,
  tags,
}: {
  text: string;
  tags: Record<string, (content: string) => ReactNode>;
}) {
  const parts = text.split(/<(\w+)>([^<]*)<\/\1>/);
  const nodes: ReactNode[] = [];
  for (let index = 0; index < parts.length; index += 3) {
    nodes.push(parts[index]);
    const [tag, content] = [parts[index + 1], parts[index + 2]];
    if (tag !== undefined && content !== undefined)
      nodes.push(<span key={tag}>{tags[tag]?.(content) ?? content}</span>);
  }
  return <>{nodes}</>;
}
