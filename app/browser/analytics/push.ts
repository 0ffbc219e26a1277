/** Runs when it has come; a page that goes on without it is the normal one. */
export function loadScript(src: string): void {
  const script = document.createElement("script");
  script.src = src;
  document.head.append(script);
}

const hourMs = 3_600_000;

/** The consent script's address, another one each hour (docs/product.md#consent-and-analytics). */
export function freshEachHour(url: string, now: number): string {
  return `${url}${url.includes("?") ? "&" : "?"}v=${Math.floor(now / hourMs)}`;
}

/** A tag manager's own `push` may throw. */
export function push(entry: unknown): void {
  try {
    (window.dataLayer ??= []).push(entry);
  } catch {
    // Its tags' fault, not the page's.
  }
}
