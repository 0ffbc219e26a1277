import { type RefObject, useCallback, useEffect, useRef } from "react";
import { servedPart } from "~/ui/components/lazy-part";
import { useSite } from "~/ui/components/site";
import { StaticHtml, useStaticHtmlLinks } from "~/ui/components/static-html";
import { useStoredCode } from "~/ui/components/stored-code";
import { LaterStyles } from "~/ui/components/styles";
import { useToast } from "~/ui/components/toasts";
import type { FirstStepData } from "~/domain/registration/registration.schema";
import type { BannerSeason } from "~/domain/season";
import type { MessageKey } from "~/i18n/translator";
import type { WaitingRegistration } from "~/routes/registration/mail-sent.server";
import type { MailWaitingProps } from "~/routes/registration/mail-sent";
import type { ProductSlug } from "~/domain/products";
import { OpenedProduct, PickedProduct, ProductSlide } from "./product-slide";
import { Benefits, CallToAction, Questions, Stores } from "./sections";
import { ClosedDoor, Gate, OpenDoor } from "./gate";
import type { HeadlineVariant } from "~/domain/headline";
import { invitedHeadline } from "~/ui/components/invited-headline";
import { InvitedSteps, SignUpFlow, type SignUpSteps } from "./sign-up-flow";

/** The banner of a sale (docs/product.md#experiments-and-seasons). */
export function SaleBanner({ kind }: { kind: "black-week" | "cyber-monday" }) {
  const { t } = useSite();
  const name = kind === "black-week" ? "blackWeek" : "cyberMonday";
  return (
    <section className="season" aria-labelledby="season-title">
      <p>
        <strong className="season-title" id="season-title">
          {t(`season:${name}.title`)}
        </strong>{" "}
        {t(`season:${name}.body`)}
      </p>
    </section>
  );
}

const CountdownBanner = servedPart(
  async () => (await import("./countdown-banner")).CountdownBanner,
  ".countdown",
);
const FinishedDialog = servedPart(
  async () => (await import("~/routes/registration/finished-dialog")).FinishedDialog,
  ".finished-dialog",
);

const problemKeys = {
  missing: "landing:code.missing",
  characters: "landing:code.characters",
  invalid: "landing:code.invalid",
  expired: "landing:code.expired",
  "no-balance": "landing:code.noBalance",
  link: "landing:code.link",
  generic: "common:failure.generic",
  network: "common:failure.network",
  tooMany: "errors:tooMany.body",
} as const satisfies Record<string, MessageKey>;
export type CodeProblem = keyof typeof problemKeys;

/** The landing page's layouts (docs/product.md#landing-page); the styles know them by these names. */
export type LandingVariant = "right-double-column" | "center-single-column" | "only-mobile";

interface LandingPageProps {
  variant: LandingVariant;
  headline: HeadlineVariant;
  /** The product that a friend picked. */
  picked?: ProductSlug | undefined;
  steps: SignUpSteps;
  season: BannerSeason | undefined;
  invited: { inviter: string | null; form: FirstStepData } | undefined;
  /** The registration that was sent from here, to be said over the page. */
  finished: MailWaitingProps | undefined;
  /** The registration that waits for its activation. */
  waiting: WaitingRegistration | undefined;
  /** Where an invited visitor's form is. */
  formHref: string | undefined;
  typedCode: string | undefined;
  problem: CodeProblem | undefined;
  /** The number to quote, where acq gave no answer. */
  errorId: string | undefined;
  /** How long there is no other try, after too many. */
  minutes: number | undefined;
}

/** The façade: for an invited visitor with the form's first step in it, for everybody else with the code that opens it. */
export function LandingPage({
  variant,
  formHref,
  season,
  invited,
  finished,
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
        {import.meta.env.SSR && <FirstScreen season={season} invited={invited} {...firstScreen} />}
      </StaticHtml>
      <StaticHtml>
        {import.meta.env.SSR && <Club variant={variant} isInvited={invited !== undefined} />}
      </StaticHtml>
      <OpenedProduct page={page} formHref={formHref} />
      {finished && <FinishedDialog {...finished} />}
    </div>
  );
}

/** What a static form tells only where a script runs. */
function useFieldsOfScript(): void {
  useEffect(() => {
    for (const field of document.querySelectorAll<HTMLInputElement>("#main-form [data-scripted]"))
      field.disabled = false;
  }, []);
}

/** With script a link to what is not there yet says so in a toast. */
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

type FirstScreenProps = Omit<LandingPageProps, "variant" | "formHref" | "finished">;

function FirstScreen({ headline, picked, steps, season, invited, ...rest }: FirstScreenProps) {
  const { t } = useSite();
  const { waiting, typedCode, ...answer } = rest;
  const { problem, errorId, minutes } = answer;
  const message = problem && t(problemKeys[problem], { count: minutes ?? 0 });
  const isUnseen = errorId !== undefined || minutes !== undefined;
  const faults = isUnseen && message ? [message] : [];
  if (errorId) faults.push(t("common:errorId", { id: errorId }));
  const isInvited = invited !== undefined;

  return (
    <>
      {!season && <p className="banner">{t("landing:banner.default")}</p>}
      {season && season.kind !== "countdown" && <SaleBanner kind={season.kind} />}
      <Gate
        headline={invited ? invitedHeadline(t, invited.inviter) : t(`landing:headline.${headline}`)}
        below={picked && <PickedProduct slug={picked} isInvited={isInvited} />}
        isOpen={isInvited}
        door={
          isInvited ? (
            <OpenDoor waiting={waiting} form={invited.form} />
          ) : (
            <ClosedDoor
              waiting={waiting}
              typedCode={typedCode}
              error={isUnseen ? undefined : message}
              faults={faults}
              isMistyped={problem === "invalid"}
            />
          )
        }
      />
      <LaterStyles />
      {isInvited ? <InvitedSteps length={steps} /> : <SignUpFlow length={steps} />}
    </>
  );
}

/** The club, below the way in. */
function Club({ variant, isInvited }: { variant: LandingVariant; isInvited: boolean }) {
  return (
    <>
      <Benefits />
      <ProductSlide />
      <Stores />
      <Questions />
      <CallToAction isInvited={isInvited} />
      {variant === "only-mobile" && <ThumbBar isInvited={isInvited} />}
    </>
  );
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
