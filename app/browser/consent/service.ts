import { chosenConsent, type Consent, consentText, readConsent } from "~/request/cookies/consent-choice";
import { cookiePrefix } from "~/request/cookies/cookie-names";

const { base = "", locale } = document.documentElement.dataset;
const secure = location.protocol === "https:";
const cookieStart = `${cookiePrefix({ secure, basePath: base })}consent=`;

/** The cookie's text; undefined while nothing was chosen. */
function savedChoice(): string | undefined {
  return document.cookie
    .split("; ")
    .find((cookie) => cookie.startsWith(cookieStart))
    ?.slice(cookieStart.length);
}

/**
 * Keeps a choice in the cookie that the server reads, as the server would (app/request/cookies/cookies.server.ts), and
 * as a proof for its visitor beside the words that it answers.
 *
 * @returns whether the browser has kept it: some take no cookies
 */
function saveChoice(choice: Consent, words: string): boolean {
  const text = consentText(choice);
  document.cookie = `${cookieStart}${text}; Max-Age=31536000; Path=${base || "/"}; SameSite=Lax${secure ? "; Secure" : ""}`;
  if (savedChoice() !== text) return false;
  try {
    const record = { time: new Date(), ...choice, locale, words };
    localStorage.setItem("consent-record", JSON.stringify(record));
  } catch {
    // A browser without storage: the cookie is the record, as it is without script.
  }
  return true;
}

const banner = document.createElement("section");
let cameFrom: HTMLElement | undefined;

/**
 * Asks, at the lower edge, with the very form that stands in the footer, in words that are there already. First in the
 * order of the page, behind the skip link, it is met at once and takes the focus from nobody. It stands in a part that
 * React leaves alone (app/ui/components/static-html.tsx).
 */
function showBanner(): void {
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
  // An open form in the footer asks already.
  choices.addEventListener("toggle", hideBanner);
  document.querySelector(".skip-link")?.after(banner);
  // The summary of a form that came back has taken the focus already, and is to be read first.
  document.querySelector(".error-summary:focus")?.scrollIntoView({ block: "nearest" });
  announceChoice(`${name}: ${form.querySelector("p")?.textContent ?? ""}`);
}

/** Takes it away; the focus goes back where it was before. */
function hideBanner(): void {
  if (banner.contains(document.activeElement)) cameFrom?.focus({ preventScroll: true });
  banner.remove();
}

const readMs = 6000;

/** Tells screen readers politely, in the footer's place for that (app/ui/layouts/page-footer.tsx). */
function announceChoice(text: string): void {
  const saying = document.createElement("p");
  saying.textContent = text;
  document.getElementById("privacy-said")?.append(saying);
  setTimeout(() => saying.remove(), readMs);
}

/** The choice that was published last, as the cookie's text. */
let published: string | undefined;

// A page may load it twice; it asks once.
if (!("consentChoice" in window)) startConsent();

/** Our own consent service (docs/decisions/consent.md). */
function startConsent(): void {
  document.addEventListener("submit", onSubmit);
  // Chosen in another tab, or on the page before this one that comes back as it was left.
  addEventListener("storage", followChoice);
  addEventListener("pageshow", followChoice);
  publishChoice("consent-ready");
  // Global Privacy Control has said it for them, until they say something else.
  const control = "globalPrivacyControl" in navigator && navigator.globalPrivacyControl;
  if (!readConsent(published) && !control) showBanner();
}

/** The footer's form and the banner's, answered within the page: what was typed elsewhere stays. */
function onSubmit(event: SubmitEvent): void {
  const { target, submitter } = event;
  if (!(target instanceof HTMLFormElement) || !target.matches(".privacy-form")) return;
  const form = new FormData(target);
  form.set("choice", submitter?.getAttribute("value") ?? "");
  event.preventDefault();
  const isSaved = saveChoice(chosenConsent(form), target.innerText);
  const detail = target.dataset[isSaved ? "saved" : "unsaved"] ?? "";
  // A toast of the page's own (app/ui/components/toasts.tsx), unless it does not live yet.
  if (dispatchEvent(new CustomEvent("toast", { detail, cancelable: true }))) announceChoice(detail);
  if (isSaved) publishChoice("consent-changed");
  else hideBanner();
}

function followChoice(): void {
  if (savedChoice() !== published) publishChoice("consent-changed");
}

/** Says what is chosen to whoever listens, to whoever comes later, and in the forms' boxes. */
function publishChoice(event: "consent-ready" | "consent-changed"): void {
  hideBanner();
  published = savedChoice();
  const detail = readConsent(published) ?? { analytics: false, marketing: false };
  for (const box of document.querySelectorAll<HTMLInputElement>(".privacy-form [type=checkbox]"))
    box.checked = box.name === "analytics" ? detail.analytics : detail.marketing;
  Object.assign(window, { consentChoice: { ready: true, ...detail } });
  dispatchEvent(new CustomEvent(event, { detail }));
}
