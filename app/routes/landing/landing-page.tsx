import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { MailWaitingProps } from "~/routes/registration/mail-sent";
import { createServerRenderedComponent } from "~/ui/components/lazy-component";
import { StaticHtml, useStaticHtmlLinks } from "~/ui/components/static-html";
import { useStoredCode } from "~/ui/components/stored-code";
import { useToast } from "~/ui/components/toasts";
import { Club } from "./club.static";
import { FirstScreen, type FirstScreenProps } from "./first-screen.static";
import { ProductDialogHost } from "./product-slide";

const CountdownBanner = createServerRenderedComponent(
  async () => (await import("./countdown-banner")).CountdownBanner,
  ".countdown",
);
const FinishedDialog = createServerRenderedComponent(
  async () => (await import("~/routes/registration/finished-dialog")).FinishedDialog,
  ".finished-dialog",
);

interface LandingPageProps extends FirstScreenProps {
  /** The finished message, shown in a dialog over the landing page; undefined if the page shows no dialog. */
  finishedMessage: MailWaitingProps | undefined;
  /** The URL of the registration form, for a visitor with a valid code; otherwise undefined. */
  formHref: string | undefined;
}

/**
 * The landing page. It contains the first step of the registration form for an invited visitor, otherwise the code
 * form.
 */
export function LandingPage({
  variant,
  formHref,
  season,
  invited,
  finishedMessage,
  ...firstScreen
}: LandingPageProps) {
  const page = useRef<HTMLDivElement>(null);
  useToastLinks(page);
  useStoredCode();
  useScriptOnlyFields();
  useFirstStepCheck();

  return (
    <div className="landing" data-variant={variant} ref={page}>
      {season?.kind === "countdown" && <CountdownBanner {...season} />}
      <StaticHtml>
        <FirstScreen variant={variant} season={season} invited={invited} {...firstScreen} />
      </StaticHtml>
      <StaticHtml>
        <Club variant={variant} isInvited={invited !== undefined} />
      </StaticHtml>
      <ProductDialogHost pageRef={page} formHref={formHref} />
      {finishedMessage && <FinishedDialog {...finishedMessage} />}
    </div>
  );
}

/** Enables the form fields that only make sense with script. The server renders these fields disabled. */
function useScriptOnlyFields(): void {
  useEffect(() => {
    for (const field of document.querySelectorAll<HTMLInputElement>("#main-form [data-scripted]"))
      field.disabled = false;
  }, []);
}

/**
 * Validates the e-mail address of the first step in the browser. The script for this is loaded when the visitor first
 * focuses a field of the form.
 */
function useFirstStepCheck(): void {
  useEffect(() => {
    const form = document.querySelector<HTMLFormElement>("#main-form[data-invalid-email]");
    if (!form) return;
    const load = () => {
      // If the script fails to load, the server validates the address after submission.
      import("./email-check").then(
        ({ checkEmailField }) => checkEmailField(form),
        () => undefined,
      );
    };
    if (form.contains(document.activeElement)) load();
    else form.addEventListener("focusin", load, { once: true });
    return () => form.removeEventListener("focusin", load);
  }, []);
}

/** Makes links to "coming soon" pages show a toast instead of opening the page. */
function useToastLinks(pageRef: RefObject<HTMLElement>): void {
  const { showToast } = useToast();
  const showLinkToast = useCallback(
    (link: HTMLElement) => {
      showToast(link.dataset["toast"] ?? "");
      return true;
    },
    [showToast],
  );
  useStaticHtmlLinks(pageRef, "a[data-toast]", showLinkToast);
}
