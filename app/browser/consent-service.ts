import { readConsentForm, type Consent, serializeConsent, readConsent } from "~/domain/consent";
import { createCookiePrefix } from "~/cookies/cookie-names";
import { hasGlobalPrivacyControl } from "./global-privacy-control";

const { base = "", locale } = document.documentElement.dataset;
const isSecure = location.protocol === "https:";
const consentCookiePrefix = `${createCookiePrefix({ secure: isSecure, basePath: base })}consent=`;

/** Returns the text of the `consent` cookie; undefined before a choice. */
function readSavedChoice(): string | undefined {
  return document.cookie
    .split("; ")
    .find((cookie) => cookie.startsWith(consentCookiePrefix))
    ?.slice(consentCookiePrefix.length);
}

/**
 * Saves a choice in the `consent` cookie, in the server's format (app/cookies/cookies.server.ts). Also stores
 * the choice with the shown text, as a proof for the visitor.
 *
 * @returns false if the browser stores no cookies
 */
function saveChoice(choice: Consent, shownConsentText: string): boolean {
  const choiceText = serializeConsent(choice);
  document.cookie = `${consentCookiePrefix}${choiceText}; Max-Age=31536000; Path=${base || "/"}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  if (readSavedChoice() !== choiceText) return false;
  try {
    const choiceRecord = { time: new Date(), ...choice, locale, words: shownConsentText };
    localStorage.setItem("consent-record", JSON.stringify(choiceRecord));
  } catch {
    // If the browser forbids storage, the cookie is the only record.
  }
  return true;
}

const consentBanner = document.createElement("section");
let previousFocusElement: HTMLElement | undefined;

/**
 * Shows the banner at the bottom of the window, with a copy of the footer's consent form. In the document, the banner
 * follows the skip link, so that keyboard users reach it first. React does not change this part of the page
 * (app/ui/components/static-html.tsx).
 */
function showBanner(): void {
  const privacyDetails = document.querySelector<HTMLDetailsElement>(".privacy");
  const [title, form] = privacyDetails?.children ?? [];
  if (!privacyDetails || !title || !form || privacyDetails.open) return;
  const name = title.textContent;
  // Renames the ids of the copied form, because an id must be unique in a document.
  const formHtml = form.outerHTML.replaceAll('"consent-', '"banner-').replace(' open=""', "");
  consentBanner.className = "consent night";
  consentBanner.setAttribute("aria-label", name);
  consentBanner.innerHTML = `<h2>${title.innerHTML}</h2>${formHtml}`;
  consentBanner.addEventListener("focusin", ({ relatedTarget }) => {
    if (relatedTarget instanceof HTMLElement && !consentBanner.contains(relatedTarget))
      previousFocusElement = relatedTarget;
  });
  // Hides the banner when the visitor opens the footer's form, because the banner shows the same form.
  privacyDetails.addEventListener("toggle", hideBanner);
  document.querySelector(".skip-link")?.after(consentBanner);
  // Scrolls to a focused error summary of a form, because the banner must not cover the summary.
  document.querySelector(".error-summary:focus")?.scrollIntoView({ block: "nearest" });
  announceText(`${name}: ${form.querySelector("p")?.textContent ?? ""}`);
}

/** Removes the banner. If the banner has the focus, the focus returns to the previously focused element. */
function hideBanner(): void {
  if (consentBanner.contains(document.activeElement)) previousFocusElement?.focus({ preventScroll: true });
  consentBanner.remove();
}

const announcementDurationMs = 6000;

/** Announces a text to screen readers, in the footer's live region (app/ui/layouts/page-footer.static.tsx). */
function announceText(text: string): void {
  const announcement = document.createElement("p");
  announcement.textContent = text;
  document.getElementById("privacy-status")?.append(announcement);
  setTimeout(() => announcement.remove(), announcementDurationMs);
}

/** The choice that was last sent to listeners, as text of the `consent` cookie. */
let lastPublishedChoice: string | undefined;

// If a page loads this script twice, only the first copy starts.
if (!("consentChoice" in window)) startConsent();

/** Starts the site's consent service (docs/decisions/consent.md). */
function startConsent(): void {
  document.addEventListener("submit", onSubmit);
  // Applies a choice that the visitor made in another tab, or while this page was in the back/forward cache.
  addEventListener("storage", applySavedChoice);
  addEventListener("pageshow", applySavedChoice);
  publishChoice("consent-ready");
  if (!readConsent(lastPublishedChoice) && !hasGlobalPrivacyControl()) showBanner();
}

/** Saves a choice from the banner or the footer without loading a page, so that other forms keep their typed text. */
function onSubmit(event: SubmitEvent): void {
  const { target, submitter } = event;
  if (!(target instanceof HTMLFormElement) || !target.matches(".privacy-form")) return;
  const form = new FormData(target);
  form.set("choice", submitter?.getAttribute("value") ?? "");
  event.preventDefault();
  const choice = readConsentForm(form);
  const isSaved = saveChoice(choice, target.innerText);
  const screenReaderText = target.dataset[isSaved ? "saved" : "unsaved"] ?? "";
  // The page shows the message as a toast (app/ui/components/toasts.tsx). A page that is not hydrated shows no toast,
  // so the message is only announced to screen readers.
  if (dispatchEvent(new CustomEvent("toast", { detail: screenReaderText, cancelable: true })))
    announceText(screenReaderText);
  if (!isSaved) {
    hideBanner();
    return;
  }
  // Only the server can delete the experiment cookie, which is HttpOnly. If this request fails, the next page deletes
  // it.
  if (readConsent(lastPublishedChoice)?.analytics && !choice.analytics)
    fetch(target.action, {
      method: "POST",
      body: new URLSearchParams(choice.marketing ? "marketing=on" : ""),
      redirect: "manual",
      keepalive: true,
    }).catch(() => undefined);
  publishChoice("consent-changed");
}

function applySavedChoice(): void {
  if (readSavedChoice() !== lastPublishedChoice) publishChoice("consent-changed");
}

/**
 * Sends the visitor's choice to listeners, stores it on `window` for scripts that load later, and updates the
 * checkboxes.
 */
function publishChoice(event: "consent-ready" | "consent-changed"): void {
  hideBanner();
  lastPublishedChoice = readSavedChoice();
  const publishedConsent = readConsent(lastPublishedChoice) ?? { analytics: false, marketing: false };
  for (const checkbox of document.querySelectorAll<HTMLInputElement>(".privacy-form [type=checkbox]"))
    checkbox.checked =
      checkbox.name === "analytics" ? publishedConsent.analytics : publishedConsent.marketing;
  Object.assign(window, { consentChoice: { ready: true, ...publishedConsent } });
  dispatchEvent(new CustomEvent(event, { detail: publishedConsent }));
}
