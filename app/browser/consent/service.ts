import {
  readConsentForm,
  type Consent,
  serializeConsent,
  readConsent,
} from "~/request/cookies/consent-choice";
import { cookiePrefix } from "~/request/cookies/cookie-names";

const { base = "", locale } = document.documentElement.dataset;
const secure = location.protocol === "https:";
const cookieStart = `${cookiePrefix({ secure, basePath: base })}consent=`;

/** Returns the cookie's text; undefined before a choice. */
function savedChoice(): string | undefined {
  return document.cookie
    .split("; ")
    .find((cookie) => cookie.startsWith(cookieStart))
    ?.slice(cookieStart.length);
}

/**
 * Saves a choice in the cookie that the server reads, in the server's format (app/request/cookies/cookies.server.ts),
 * and as a proof for the visitor together with the shown text.
 *
 * @returns false if the browser keeps no cookies
 */
function saveChoice(choice: Consent, shownText: string): boolean {
  const text = serializeConsent(choice);
  document.cookie = `${cookieStart}${text}; Max-Age=31536000; Path=${base || "/"}; SameSite=Lax${secure ? "; Secure" : ""}`;
  if (savedChoice() !== text) return false;
  try {
    const record = { time: new Date(), ...choice, locale, words: shownText };
    localStorage.setItem("consent-record", JSON.stringify(record));
  } catch {
    // Without storage the cookie is the only record, as without script.
  }
  return true;
}

const banner = document.createElement("section");
let previousFocus: HTMLElement | undefined;

/**
 * Shows the banner at the lower edge, with a copy of the consent form in the footer. The banner follows the skip link
 * in the document: the first Tab keys reach it, and it need not take the focus. React does not change this part of the
 * page (app/ui/components/static-html.tsx).
 */
function showBanner(): void {
  const choices = document.querySelector<HTMLDetailsElement>(".privacy");
  const [title, form] = choices?.children ?? [];
  if (!choices || !title || !form || choices.open) return;
  const name = title.textContent;
  // An id must be unique in a document, so the ids of the copied form are renamed.
  const copy = form.outerHTML.replaceAll('"consent-', '"asked-').replace(' open=""', "");
  banner.className = "consent night";
  banner.setAttribute("aria-label", name);
  banner.innerHTML = `<h2>${title.innerHTML}</h2>${copy}`;
  banner.addEventListener("focusin", ({ relatedTarget }) => {
    if (relatedTarget instanceof HTMLElement && !banner.contains(relatedTarget))
      previousFocus = relatedTarget;
  });
  // The banner is superfluous once the visitor opens the form in the footer.
  choices.addEventListener("toggle", hideBanner);
  document.querySelector(".skip-link")?.after(banner);
  // The banner must not cover the error summary of a form, which has the focus.
  document.querySelector(".error-summary:focus")?.scrollIntoView({ block: "nearest" });
  announceChoice(`${name}: ${form.querySelector("p")?.textContent ?? ""}`);
}

/** Removes the banner; the focus returns to where it was before. */
function hideBanner(): void {
  if (banner.contains(document.activeElement)) previousFocus?.focus({ preventScroll: true });
  banner.remove();
}

const readMs = 6000;

/** Announces a text to screen readers, in the footer's live region (app/ui/layouts/page-footer.tsx). */
function announceChoice(text: string): void {
  const announcement = document.createElement("p");
  announcement.textContent = text;
  document.getElementById("privacy-said")?.append(announcement);
  setTimeout(() => announcement.remove(), readMs);
}

/** The last published choice, as the cookie's text. */
let publishedChoice: string | undefined;

// A page may load this script twice; it starts once.
if (!("consentChoice" in window)) startConsent();

/** Starts the site's consent service (docs/decisions/consent.md). */
function startConsent(): void {
  document.addEventListener("submit", onSubmit);
  // The choice may be made in another tab, or before this page is restored from the browser's history.
  addEventListener("storage", applySavedChoice);
  addEventListener("pageshow", applySavedChoice);
  publishChoice("consent-ready");
  // Global Privacy Control counts as a refusal until the visitor chooses.
  const control = "globalPrivacyControl" in navigator && navigator.globalPrivacyControl;
  if (!readConsent(publishedChoice) && !control) showBanner();
}

/** Handles the footer's and the banner's form within the page, so that typed text in other forms stays. */
function onSubmit(event: SubmitEvent): void {
  const { target, submitter } = event;
  if (!(target instanceof HTMLFormElement) || !target.matches(".privacy-form")) return;
  const form = new FormData(target);
  form.set("choice", submitter?.getAttribute("value") ?? "");
  event.preventDefault();
  const isSaved = saveChoice(readConsentForm(form), target.innerText);
  const detail = target.dataset[isSaved ? "saved" : "unsaved"] ?? "";
  // The page shows the message as a toast (app/ui/components/toasts.tsx). On a page that is not hydrated, it is only
  // announced.
  if (dispatchEvent(new CustomEvent("toast", { detail, cancelable: true }))) announceChoice(detail);
  if (isSaved) publishChoice("consent-changed");
  else hideBanner();
}

function applySavedChoice(): void {
  if (savedChoice() !== publishedChoice) publishChoice("consent-changed");
}

/**
 * Sends the visitor's choice to listeners, stores it on `window` for scripts that load later, and updates the
 * checkboxes.
 */
function publishChoice(event: "consent-ready" | "consent-changed"): void {
  hideBanner();
  publishedChoice = savedChoice();
  const detail = readConsent(publishedChoice) ?? { analytics: false, marketing: false };
  for (const checkbox of document.querySelectorAll<HTMLInputElement>(".privacy-form [type=checkbox]"))
    checkbox.checked = checkbox.name === "analytics" ? detail.analytics : detail.marketing;
  Object.assign(window, { consentChoice: { ready: true, ...detail } });
  dispatchEvent(new CustomEvent(event, { detail }));
}
