import type { HeadlineVariant } from "~/domain/headline";
import type { ProductSlug } from "~/domain/products";
import type { FirstStepData } from "~/routes/registration/form-data";
import type { SeasonBanner } from "~/domain/season";
import type { MessageKey } from "~/i18n/translator";
import type { WaitingRegistration } from "~/routes/registration/mail-sent.server";
import { formatInvitedHeadline } from "~/ui/components/invited-headline";
import { useSite } from "~/ui/components/site";
import { DeferredStyles } from "~/ui/components/styles";
import type { LandingVariant } from "./club.static";
import { ClosedGateContent, Gate, OpenGateContent } from "./gate";
import { ProductSharedByFriend } from "./product-slide";
import { InvitedSteps, SignUpFlow, type SignUpFlowLength } from "./sign-up-flow";

const messageKeyByProblem = {
  missing: "landing:code.missing",
  characters: "landing:code.characters",
  invalid: "landing:code.invalid",
  expired: "landing:code.expired",
  "no-balance": "landing:code.noBalance",
  link: "landing:code.link",
  failed: "common:failure.generic",
  tooMany: "errors:tooMany.body",
} as const satisfies Record<string, MessageKey>;
type CodeProblem = keyof typeof messageKeyByProblem;

export interface FirstScreenProps {
  variant: LandingVariant;
  headline: HeadlineVariant;
  /** The slug of the product that a friend's link contains. */
  productSlugSharedByFriend?: ProductSlug | undefined;
  signUpSteps: SignUpFlowLength;
  season: SeasonBanner | undefined;
  invited: { inviter: string | null; form: FirstStepData } | undefined;
  /** The visitor's registration that waits for its activation. */
  waiting: WaitingRegistration | undefined;
  typedCode: string | undefined;
  problem: CodeProblem | undefined;
  /** The error reference, if acq did not answer. */
  errorId: string | undefined;
  /** The minutes until the visitor may try again, if a rate limit refused the code. */
  minutes: number | undefined;
}

/**
 * The top of the landing page: banner, gate and sign-up steps. The gate contains the code form, or the first form step
 * for an invited visitor.
 */
export function FirstScreen({
  variant,
  headline,
  productSlugSharedByFriend,
  signUpSteps,
  season,
  invited,
  ...otherProps
}: FirstScreenProps) {
  const { t } = useSite();
  const { waiting, typedCode, ...actionData } = otherProps;
  const { problem, errorId, minutes } = actionData;
  const message = problem && t(messageKeyByProblem[problem], { count: minutes ?? 0 });
  const needsSummary = errorId !== undefined || minutes !== undefined;
  const summaryMessages = needsSummary && message ? [message] : [];
  if (errorId) summaryMessages.push(t("common:errorId", { id: errorId }));
  const isInvited = invited !== undefined;

  return (
    <>
      {!season && <p className="banner">{t("landing:banner.default")}</p>}
      {season && season.kind !== "countdown" && <SaleBanner kind={season.kind} />}
      <Gate
        variant={variant}
        headline={
          invited ? formatInvitedHeadline(t, invited.inviter, headline) : t(`landing:headline.${headline}`)
        }
        contentBelow={productSlugSharedByFriend && <ProductSharedByFriend slug={productSlugSharedByFriend} />}
        isOpen={isInvited}
        doorContent={
          isInvited ? (
            <OpenGateContent waiting={waiting} form={invited.form} />
          ) : (
            <ClosedGateContent
              waiting={waiting}
              typedCode={typedCode}
              error={needsSummary ? undefined : message}
              formErrors={summaryMessages}
              isMistyped={problem === "invalid"}
            />
          )
        }
      />
      {/* Loads these styles directly after the first screen, which does not need them. */}
      <DeferredStyles />
      {isInvited ? <InvitedSteps flowLength={signUpSteps} /> : <SignUpFlow flowLength={signUpSteps} />}
    </>
  );
}

/** The banner of a sale (docs/product/cookies-and-events.md#experiments-and-seasons). */
export function SaleBanner({ kind }: { kind: "black-week" | "cyber-monday" }) {
  const { t } = useSite();
  const textGroup = kind === "black-week" ? "blackWeek" : "cyberMonday";
  return (
    <section className="season" aria-labelledby="season-title">
      <p>
        <strong className="season-title" id="season-title">
          {t(`season:${textGroup}.title`)}
        </strong>{" "}
        {t(`season:${textGroup}.body`)}
      </p>
    </section>
  );
}
