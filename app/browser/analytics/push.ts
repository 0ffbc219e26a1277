const personalName = /^(?:amp)*(?:rc|vt|state|accountActivationId)$/i;

/**
 * Returns whether an address has a code, an id or a sealed draft. Tags report the address of their page and of the one
 * before, and third parties must not get these values (docs/product.md#pages).
 */
export function isPersonal(address: string): boolean {
  const [, query = ""] = address.split(/\?(.*)/s, 2);
  // Also as mail programs damage them: `&amp;vt=`, `?rc%3D`, a name with invisible characters.
  return [...new URLSearchParams(query)].some(([name, value]) =>
    `${name}=${value}`.split(/[&?]/).some((pair) =>
      personalName.test(
        pair
          .split("=", 1)
          .join("")
          .replace(/[^a-z]/gi, ""),
      ),
    ),
  );
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
