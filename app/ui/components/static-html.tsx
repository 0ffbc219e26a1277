import { type ReactNode, type RefObject, useEffect } from "react";

/**
 * Handles plain clicks on links of static parts; clicks with a modifier key or another button keep the browser's
 * behavior.
 *
 * @param selector - selects the links
 * @param handleClick - returns true if it handled the click; must be the same function in each rendering
 */
export function useStaticHtmlLinks(
  containerRef: RefObject<HTMLElement>,
  selector: string,
  handleClick: (link: HTMLElement) => boolean,
): void {
  useEffect(() => {
    const container = containerRef.current;
    const onClick = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest(selector) : null;
      if (link instanceof HTMLElement && handleClick(link)) event.preventDefault();
    };
    container?.addEventListener("click", onClick);
    return () => container?.removeEventListener("click", onClick);
  }, [containerRef, selector, handleClick]);
}

/** An empty `dangerouslySetInnerHTML`: with this constant, hydration keeps the element's content from the server. */
const unchangedHtml = { __html: "" };

interface StaticHtmlProps {
  /**
   * The content of the part, which is rendered only on the server. Files named `*.static.tsx` are not part of the
   * browser's build (vite.config.ts).
   */
  children: ReactNode;
}

/**
 * A part of a page that stays as the server rendered it: neither its code nor its texts are sent to the browser
 * (docs/decisions/static-parts.md).
 */
export function StaticHtml({ children }: StaticHtmlProps) {
  if (import.meta.env.SSR) return <div className="static">{children}</div>;
  return <div className="static" dangerouslySetInnerHTML={unchangedHtml} suppressHydrationWarning />;
}
