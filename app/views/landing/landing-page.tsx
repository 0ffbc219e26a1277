import { Suspense, useCallback, useRef } from "react";
import { lazyPart } from "~/components/lazy-part";
import { useSite } from "~/components/site";
import { StaticHtml } from "~/components/static-html";
import { useStaticHtmlLinks } from "~/components/static-html-links";
import { useStoredCode } from "~/components/stored-code";
import { LaterStyles } from "~/components/styles";
import { useToast } from "~/components/toasts";
import type { RegistrationFormData } from "~/domain/registration/registration-form.types";
import type { BannerSeason } from "~/domain/season/season";
import type { MessageKey } from "~/i18n/translator";
import type { MailWaitingProps } from "../mail-sent";
import { ProductSlide } from "../product-slide";
import { SaleBanner } from "../sale-banner";
import { Benefits } from "./benefits";
import { CallToAction } from "./call-to-action";
import { ClosedDoor, Gate, OpenDoor } from "./gate";
import type { HeadlineVariant } from "./headline";
import { OpenedProduct } from "./opened-product";
import { Questions } from "./questions";
import { SignUpFlow, type SignUpSteps } from "./sign-up-flow";
import { Stores } from "./stores";

const CountdownBanner = lazyPart(async () => (await import("../countdown-banner")).CountdownBanner);
const FinishedDialog = lazyPart(async () => (await import("../finished-dialog")).FinishedDialog);
/** Only who is invited needs the form, and the rules that it is checked by. */
const InvitedForm = lazyPart(async () => (await import("./invited-form")).InvitedForm);

const problemKeys = {
  missing: "landing:code.missing",
  characters: "landing:code.characters",
  invalid: "landing:code.invalid",
  expired: "landing:code.expired",
  "no-balance": "landing:code.noBalance",
  link: "landing:code.link",
  generic: "common:failure.generic",
  network: "common:failure.network",
} as const satisfies Record<string, MessageKey>;
export type CodeProblem = keyof typeof problemKeys;

/** The landing page's layouts (docs/product.md#landing-page); the styles know them by these names. */
export type LandingVariant = "right-double-column" | "center-single-column" | "only-mobile";

interface LandingPageProps {
  variant: LandingVariant;
  headline: HeadlineVariant;
  steps: SignUpSteps;
  season: BannerSeason | undefined;
  invited: { inviter: string | null; form: RegistrationFormData } | undefined;
  /** What was registered from here, to be said over the page. */
  finished: MailWaitingProps | undefined;
  typedCode: string | undefined;
  problem: CodeProblem | undefined;
}

/** The façade: for an invited visitor with the form in it, for everybody else with the code that opens it. */
export function LandingPage({
  variant,
  headline,
  steps,
  season,
  invited,
  finished,
  typedCode,
  problem,
}: LandingPageProps) {
  const { t } = useSite();
  const { show } = useToast();
  const page = useRef<HTMLDivElement>(null);
  const tell = useCallback(
    (link: HTMLElement) => {
      show(link.dataset["toast"] ?? "");
      return true;
    },
    [show],
  );
  useStaticHtmlLinks(page, "a[data-toast]", tell);
  useStoredCode("registrationCode");

  const isInvited = invited !== undefined;
  return (
    <div className="landing" data-variant={variant} ref={page}>
      {season?.kind === "countdown" && (
        <Suspense>
          <CountdownBanner {...season} />
        </Suspense>
      )}
      <StaticHtml id="first-screen">
        {import.meta.env.SSR && (
          <>
            {!season && <p className="banner">{t("landing:banner.default")}</p>}
            {season && season.kind !== "countdown" && <SaleBanner kind={season.kind} />}
            <Gate
              headline={invited ? invitedHeadline(invited.inviter) : t(`landing:headline.${headline}`)}
              isOpen={isInvited}
              door={
                isInvited ? (
                  <OpenDoor />
                ) : (
                  <ClosedDoor typedCode={typedCode} message={problem && t(problemKeys[problem])} />
                )
              }
            />
            <LaterStyles />
            <SignUpFlow length={steps} isInvited={isInvited} />
          </>
        )}
      </StaticHtml>
      {invited && (
        <Suspense>
          <InvitedForm form={invited.form} />
        </Suspense>
      )}
      <StaticHtml id="club">
        {import.meta.env.SSR && (
          <>
            <Benefits />
            <ProductSlide />
            <Stores />
            <Questions />
            <CallToAction isInvited={isInvited} />
            {variant === "only-mobile" && <ThumbBar isInvited={isInvited} />}
          </>
        )}
      </StaticHtml>
      <OpenedProduct page={page} />
      {finished && (
        <Suspense>
          <FinishedDialog {...finished} />
        </Suspense>
      )}
    </div>
  );

  function invitedHeadline(inviter: string | null): string {
    return inviter ? t("landing:headline.invited", { inviter }) : t("landing:headline.invitedAnonymous");
  }
}

/** The way in, always under the thumb. */
function ThumbBar({ isInvited }: { isInvited: boolean }) {
  const { t } = useSite();
  return (
    <p className="thumb-bar night">
      <a className="button" href={isInvited ? "#create" : "#registrationCode"}>
        {t(isInvited ? "landing:invited.button" : "landing:cta.button")}
      </a>
    </p>
  );
}
