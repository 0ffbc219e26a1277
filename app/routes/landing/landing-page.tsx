import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { MailWaitingProps } from "~/routes/registration/mail-sent";
import { servedPart } from "~/ui/components/lazy-part";
import { StaticHtml, useStaticHtmlLinks } from "~/ui/components/static-html";
import { useStoredCode } from "~/ui/components/stored-code";
import { useToast } from "~/ui/components/toasts";
import { Club, type LandingVariant } from "./club.static";
import { FirstScreen, type FirstScreenProps } from "./first-screen.static";
import { OpenedProduct } from "./product-slide";

const CountdownBanner = servedPart(
  async () => (await import("./countdown-banner")).CountdownBanner,
  ".countdown",
);
const FinishedDialog = servedPart(
  async () => (await import("~/routes/registration/finished-dialog")).FinishedDialog,
  ".finished-dialog",
);

interface LandingPageProps extends FirstScreenProps {
  variant: LandingVariant;
  /** The message about the sent registration, shown over the page. */
  finishedMessage: MailWaitingProps | undefined;
  /** The address of an invited visitor's form. */
  formHref: string | undefined;
}

/**
 * The landing page. An invited visitor gets the first step of the registration form; all other visitors get the code
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
  useStoredCode("registrationCode");
  useFieldsOfScript();

  return (
    <div className="landing" data-variant={variant} ref={page}>
      {season?.kind === "countdown" && <CountdownBanner {...season} />}
      <StaticHtml>
        <FirstScreen season={season} invited={invited} {...firstScreen} />
      </StaticHtml>
      <StaticHtml>
        <Club variant={variant} isInvited={invited !== undefined} />
      </StaticHtml>
      <OpenedProduct page={page} formHref={formHref} />
      {finishedMessage && <FinishedDialog {...finishedMessage} />}
    </div>
  );
}

/** Enables fields of a static form that only make sense with script. */
function useFieldsOfScript(): void {
  useEffect(() => {
    for (const field of document.querySelectorAll<HTMLInputElement>("#main-form [data-scripted]"))
      field.disabled = false;
  }, []);
}

/** With script, a link to a page that is not available yet shows a toast. */
function useToastLinks(page: RefObject<HTMLElement>): void {
  const { show } = useToast();
  const showToast = useCallback(
    (link: HTMLElement) => {
      show(link.dataset["toast"] ?? "");
      return true;
    },
    [show],
  );
  useStaticHtmlLinks(page, "a[data-toast]", showToast);
}
