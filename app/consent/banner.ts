import { announce } from "./announce";

const banner = document.createElement("section");
let cameFrom: HTMLElement | undefined;

/**
 * Asks, at the lower edge, with the very form that stands in the footer, in words that are there already. First in the
 * order of the page, behind the skip link, it is met at once and takes the focus from nobody. It stands in a part that
 * React leaves alone (components/static-html.tsx).
 */
export function showBanner(): void {
  const choices = document.querySelector<HTMLDetailsElement>(".privacy");
  const [title, form] = choices?.children ?? [];
  if (!choices || !title || !form || choices.open) return;
  const name = title.textContent;
  // Its own boxes have ids of their own.
  const copy = form.outerHTML.replaceAll('"consent-', '"asked-').replace(' open=""', "");
  banner.className = "consent night";
  banner.setAttribute("aria-label", name);
  banner.innerHTML = `<h2>${title.innerHTML}</h2>${copy}`;
  banner.addEventListener("focusin", ({ relatedTarget }) => {
    if (relatedTarget instanceof HTMLElement && !banner.contains(relatedTarget)) cameFrom = relatedTarget;
  });
  // Who has opened the footer's own need not be asked twice.
  choices.addEventListener("toggle", hideBanner);
  document.querySelector(".skip-link")?.after(banner);
  // The summary of a form that came back has taken the focus already, and is to be read first.
  document.querySelector(".error-summary:focus")?.scrollIntoView({ block: "nearest" });
  announce(`${name}: ${form.querySelector("p")?.textContent ?? ""}`, "visually-hidden");
}

/** Takes it away; the focus goes back where it was before. */
export function hideBanner(): void {
  if (banner.contains(document.activeElement)) cameFrom?.focus({ preventScroll: true });
  banner.remove();
}
