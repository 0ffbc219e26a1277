import { type ReactNode, type RefObject, useEffect } from "react";

/**
 * Lets links of static parts do something here in place of going somewhere, when they are simply pressed: with a
 * modifier key or another button the browser means something else.
 *
 * @param selector which links
 * @param follow whether it did something; the same function from one rendering to the next
 */
export function useStaticHtmlLinks(
  page: RefObject<HTMLElement>,
  selector: string,
  follow: (link: HTMLElement) => boolean,
): void {
  useEffect(() => {
    const listening = page.current;
    const onClick = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest(selector) : null;
      if (link instanceof HTMLElement && follow(link)) event.preventDefault();
    };
    listening?.addEventListener("click", onClick);
    return () => listening?.removeEventListener("click", onClick);
  }, [page, selector, follow]);
}

/** React takes the element over and leaves its content alone. */
const unchanged = { __html: "" };

interface StaticHtmlProps {
  /** Drawn on the server alone. Parts in files named `*.static.tsx` are not in the browser's build (vite.config.ts). */
  children: ReactNode;
}

/**
 * A part of a page that stays as the server wrote it: neither its code nor its texts go to the browser
 * (docs/decisions/late-hydration.md).
 */
export function StaticHtml({ children }: StaticHtmlProps) {
  if (import.meta.env.SSR) return <div className="static">{children}</div>;
  return <div className="static" dangerouslySetInnerHTML={unchanged} suppressHydrationWarning />;
}
