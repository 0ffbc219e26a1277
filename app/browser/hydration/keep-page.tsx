import { Component, type ReactNode } from "react";
import { HydrationError, reportUnhydratedPage } from "./plain-page";

/**
 * Keeps the server's page when React fails: its elements, typed text, focus and scroll positions. The page then works
 * without script. On the server this component does nothing.
 */
export class PageErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  private restorePage: (() => void) | undefined;

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.keepPage(error);
  }

  /** Restores the server's elements, once. */
  private keepPage(error: unknown): void {
    const { restorePage } = this;
    this.restorePage = undefined;
    restorePage?.();
    if (restorePage) reportUnhydratedPage(error);
  }

  /**
   * Detects that React cannot remove the server's elements, because another script has moved some of them. React does
   * not report this failure to `componentDidCatch`.
   */
  private watchRemoval(container: HTMLElement): void {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      // If an error boundary has already replaced the container, the page is not restored.
      if (container.isConnected) this.keepPage(new HydrationError("React could not remove the page"));
    });
    observer.observe(container, { childList: true });
  }

  override render(): ReactNode {
    const { hasFailed } = this.state;
    const container = hasFailed ? document.getElementById("page") : null;
    if (!container) return this.props.children;
    // Saves the page now, because React removes the server's elements after this rendering.
    this.restorePage ??= savePage(container);
    this.watchRemoval(container);
    return null;
  }
}

/**
 * Saves the elements of a container, the focus and the scroll positions.
 *
 * @returns a function that restores them, in a new container at the same place in the document
 */
function savePage(container: HTMLElement): () => void {
  const savedNodes = [...container.childNodes];
  const focusedElement = document.activeElement;
  const scrollPositions = [...container.querySelectorAll("*")].flatMap((element) =>
    element.scrollTop || element.scrollLeft
      ? [{ element, left: element.scrollLeft, top: element.scrollTop }]
      : [],
  );
  const { scrollX, scrollY } = window;

  return () => {
    // A new container is needed: React listens to events of the old one, and refers to removed elements.
    const newContainer = document.createElement(container.tagName);
    newContainer.id = container.id;
    newContainer.append(...savedNodes);
    container.replaceWith(newContainer);
    // Removes toasts, dialogs and buttons that do nothing without script.
    for (const element of newContainer.querySelectorAll("[data-script]")) element.remove();
    if (focusedElement instanceof HTMLElement && focusedElement !== document.activeElement)
      focusedElement.focus({ preventScroll: true });
    for (const { element, left, top } of scrollPositions)
      element.scrollTo({ left, top, behavior: "instant" });
    scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
  };
}
