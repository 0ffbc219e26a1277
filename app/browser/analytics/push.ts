/**
 * Returns whether an address has a code, an id or a sealed draft. Tags report the address of their page and of the one
 * before, and third parties must not get these values (docs/product.md#pages).
 */
export function isPersonal(address: string): boolean {
  // Also as mail programs damage them: `&amp;vt=`, `?rc%3D`.
  return /(?:[?&;]|%26|%20)(?:rc|vt|state|accountActivationId)(?:=|%3D)/i.test(address);
}

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
