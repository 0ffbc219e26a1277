import { useState, type ReactNode } from "react";

interface StaticHtmlProps {
  /** Its own in the page. */
  id: string;
  /** Given on the server alone: `{import.meta.env.SSR && <Part />}`, so that the browser's build leaves them out. */
  children: ReactNode;
}

/**
 * A part of a page that stays as the server wrote it: neither its code nor its texts go to the browser
 * (docs/decisions/late-hydration.md).
 */
export function StaticHtml({ id, children }: StaticHtmlProps) {
  // Read for the one case that React makes the page anew; as long as it only takes it over, it leaves this alone.
  const [html] = useState(() => (import.meta.env.SSR ? "" : (document.getElementById(id)?.innerHTML ?? "")));
  const part = { id, className: "still" };
  if (import.meta.env.SSR) return <div {...part}>{children}</div>;
  return <div {...part} dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />;
}
