import { useEffect, type RefObject } from "react";

/**
 * Lets links of still parts do something here in place of going somewhere, when they are simply pressed: with a
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
