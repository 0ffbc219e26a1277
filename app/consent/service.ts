import { chosenConsent } from "~/http/cookies/chosen-consent";
import { readConsent } from "~/http/cookies/consent-choice";
import { announce } from "./announce";
import { hideBanner, showBanner } from "./banner";
import { saveChoice, keptChoice } from "./kept-choice";

/** What was told last, as the cookie's text. */
let told: string | undefined;

// A page may load it twice; it asks once.
if (!("consentChoice" in window)) start();

/** Our own consent service (docs/decisions/consent.md). */
function start(): void {
  document.addEventListener("submit", onSubmit);
  // Chosen in another tab, or on the page before this one that comes back as it was left.
  addEventListener("storage", followChoice);
  addEventListener("pageshow", followChoice);
  tell("consent-ready");
  // Global Privacy Control has said it for them, until they say something else.
  const control = "globalPrivacyControl" in navigator && navigator.globalPrivacyControl;
  if (!readConsent(told) && !control) showBanner();
}

/** The footer's form and the banner's, answered within the page: what was typed elsewhere stays. */
function onSubmit(event: SubmitEvent): void {
  const { target, submitter } = event;
  if (!(target instanceof HTMLFormElement) || !target.matches(".privacy-form")) return;
  const form = new FormData(target);
  form.set("choice", submitter?.getAttribute("value") ?? "");
  // The server may succeed, or will ask again.
  if (!saveChoice(chosenConsent(form), target.innerText)) return;
  event.preventDefault();
  announce(target.dataset["saved"] ?? "", "toast");
  tell("consent-changed");
}

function followChoice(): void {
  if (keptChoice() !== told) tell("consent-changed");
}

/** Says what is chosen to whoever listens, to whoever comes later, and in the forms' boxes. */
function tell(event: "consent-ready" | "consent-changed"): void {
  hideBanner();
  told = keptChoice();
  const detail = readConsent(told) ?? { analytics: false, marketing: false };
  for (const box of document.querySelectorAll<HTMLInputElement>(".privacy-form [type=checkbox]"))
    box.checked = box.name === "analytics" ? detail.analytics : detail.marketing;
  Object.assign(window, { consentChoice: { ready: true, ...detail } });
  dispatchEvent(new CustomEvent(event, { detail }));
}
