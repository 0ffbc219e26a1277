import { lazy, Suspense } from "react";
import { LaterStyles } from "~/components/styles";
import { useSite } from "~/components/site";
import type { RegistrationFormData } from "~/domain/registration/registration-form.types";
import type { BannerSeason } from "~/domain/season/season";
import type { MessageKey } from "~/i18n/translator";
import { ProductSlide } from "../product-slide";
import { SeasonBanner } from "../season-banner";
import { SignUpWays } from "../sign-up-ways";
import { Benefits } from "./benefits";
import { CallToAction } from "./call-to-action";
import { ClosedDoor, Gate, OpenDoor } from "./gate";
import type { HeadlineVariant } from "./headline";
import { Questions } from "./questions";
import { SignUpFlow, type SignUpSteps } from "./sign-up-flow";
import { Stores } from "./stores";

/** Only who is invited needs the form, and the rules that it is checked by. */
const RegistrationForm = lazy(async () => {
  const { RegistrationForm } = await import("../registration-form");
  return { default: RegistrationForm };
});

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

/** The landing page's layouts (spec.md, section 2); the styles know them by these names. */
export type LandingVariant = "right-double-column" | "center-single-column" | "only-mobile";

interface LandingPageProps {
  variant: LandingVariant;
  headline: HeadlineVariant;
  steps: SignUpSteps;
  season: BannerSeason | undefined;
  invited: { inviter: string | null; form: RegistrationFormData } | undefined;
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
  typedCode,
  problem,
}: LandingPageProps) {
  const { t } = useSite();
  const isInvited = invited !== undefined;
  return (
    <div className="landing" data-variant={variant}>
      {season ? <SeasonBanner {...season} /> : <p className="banner">{t("landing:banner.default")}</p>}
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
      <SignUpFlow
        length={steps}
        lastText={t(isInvited ? "landing:invited.body" : "landing:flow.create.body")}
        last={
          invited ? (
            <Suspense>
              <RegistrationForm form={invited.form} answer={undefined} />
            </Suspense>
          ) : (
            <SignUpWays emailHref="#registrationCode" />
          )
        }
      />
      <Benefits />
      <ProductSlide />
      <Stores />
      <Questions />
      <CallToAction isInvited={isInvited} />
      {variant === "only-mobile" && (
        <p className="thumb-bar night">
          <a className="button" href={isInvited ? "#create" : "#registrationCode"}>
            {t(isInvited ? "landing:invited.button" : "landing:cta.button")}
          </a>
        </p>
      )}
    </div>
  );

  function invitedHeadline(inviter: string | null): string {
    return inviter ? t("landing:headline.invited", { inviter }) : t("landing:headline.invitedAnonymous");
  }
}
