/** Loads a script without waiting for it. The page works without the script, so a failure is ignored. */
export function loadScript(src: string): void {
  const script = document.createElement("script");
  script.src = src;
  document.head.append(script);
}

const hourMs = 3_600_000;

/**
 * Returns the URL of the consent script with a parameter that changes each hour. Browsers then load the script again at
 * least every hour (docs/product/cookies-and-events.md#consent-and-analytics).
 */
export function addHourlyParameter(url: string, now: number): string {
  return `${url}${url.includes("?") ? "&" : "?"}v=${Math.floor(now / hourMs)}`;
}

/** Adds an entry to `window.dataLayer`. Never throws, even if a tag manager's own `push` function fails. */
export function pushToDataLayer(dataLayerEntry: unknown): void {
  try {
    (window.dataLayer ??= []).push(dataLayerEntry);
  } catch {
    // Ignores errors of the tag manager's scripts, which are not errors of the page.
  }
}
