import brands from "~/ui/art/flow/brands.svg?url";
import confidence from "~/ui/art/flow/confidence.svg?url";
import how from "~/ui/art/flow/how.svg?url";
import rail from "~/ui/art/rail.svg?url";
import card from "~/ui/art/membership-card.svg?url";
import { useSite } from "~/ui/components/site";
import { announcedWays } from "~/domain/registration/sign-up-ways";

/**
 * The ways to sign up, including announced ones (docs/product/pages.md#landing-page).
 *
 * @param emailHref - the URL where sign-up by e-mail starts
 */
export function SignUpWays({ emailHref }: { emailHref: string }) {
  const { t, links } = useSite();
  return (
    <div>
      <ul className="ways">
        <li>
          <a className="way" href={emailHref}>
            {t("landing:way.email")}
          </a>
        </li>
        <li>
          <a className="way" href={links.login}>
            {t("landing:way.member")}
          </a>
        </li>
      </ul>
      <p className="ways-soon-label">{t("landing:way.soon")}</p>
      <ul className="ways-soon">
        {announcedWays.map(({ slug, provider }) => (
          <AnnouncedWay key={slug} slug={slug} provider={provider} />
        ))}
      </ul>
    </div>
  );
}

/** A link to the "coming soon" page of an announced way. With script, it shows a toast instead. */
function AnnouncedWay({ slug, provider }: (typeof announcedWays)[number]) {
  const { t, href } = useSite();
  const methodName = provider ?? t("pages:comingSoon.phone");
  return (
    <li>
      <a
        href={href(`/coming-soon/${slug}`)}
        data-toast={t("landing:way.soonMessage", { provider: methodName })}
      >
        {provider ? t("landing:way.provider", { provider }) : t("landing:way.phone")}
      </a>
    </li>
  );
}

const stepsByFlowLength = {
  full: ["welcome", "brands", "confidence", "how", "create"],
  short: ["welcome", "how", "create"],
} as const;
export type SignUpFlowLength = keyof typeof stepsByFlowLength;
type FlowStep = (typeof stepsByFlowLength)["full"][number];

const pictureByStep: Record<FlowStep, string> = { welcome: rail, brands, confidence, how, create: card };

interface FlowProps {
  length: SignUpFlowLength;
}

/**
 * The steps that explain how to join the club. The last step contains the ways to sign up. Each step has its own URL
 * fragment, so that visitors move between steps without script.
 */
export function SignUpFlow({ length }: FlowProps) {
  return (
    <section className="section flow" data-steps={length} aria-labelledby="flow-heading">
      <FlowNavigation length={length} />
      <ol className="flow-steps" tabIndex={0} aria-labelledby="flow-heading">
        {stepsByFlowLength[length].map((step) => (
          <li className="flow-step" id={step} key={step}>
            <StepContent step={step} length={length} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The sign-up steps for an invited visitor. The last step is left out, because the form above replaces it. */
export function InvitedSteps({ length }: FlowProps) {
  const { t } = useSite();
  return (
    <section className="section" aria-labelledby="flow-heading">
      <h2 className="visually-hidden" id="flow-heading">
        {t("landing:flow.label")}
      </h2>
      <ul className="told-steps">
        {stepsByFlowLength[length]
          .filter((step) => step !== "create")
          .map((step) => (
            <li className="stack" id={step} key={step}>
              <h3>{t(`landing:flow.${step}.title`)}</h3>
              <StepText step={step} />
            </li>
          ))}
      </ul>
    </section>
  );
}

function FlowNavigation({ length }: FlowProps) {
  const { t } = useSite();
  return (
    <>
      <h2 className="visually-hidden" id="flow-heading">
        {t("landing:flow.label")}
      </h2>
      <nav aria-labelledby="flow-heading">
        <ol className="flow-index">
          {stepsByFlowLength[length].map((step) => (
            <li key={step}>
              <a href={`#${step}`}>{t(`landing:flow.${step}.title`)}</a>
            </li>
          ))}
        </ol>
      </nav>
    </>
  );
}

interface StepProps extends FlowProps {
  step: FlowStep;
}

function StepContent({ step, length }: StepProps) {
  const { t } = useSite();
  const steps: readonly FlowStep[] = stepsByFlowLength[length];
  const index = steps.indexOf(step);
  const [previousStep, nextStep] = [steps[index - 1], steps[index + 1]];
  return (
    <>
      <div className="stack">
        <p className="quiet">{t("landing:flow.progress", { step: index + 1, count: steps.length })}</p>
        <h3>{t(`landing:flow.${step}.title`)}</h3>
        <StepText step={step} />
        {step === "create" && <SignUpWays emailHref="#registrationCode" />}
        <p className="flow-ways">
          {nextStep && (
            <a className="button" href={`#${nextStep}`}>
              {t("landing:flow.next")}
            </a>
          )}{" "}
          {previousStep && <a href={`#${previousStep}`}>{t("landing:flow.back")}</a>}
        </p>
      </div>
      <StepPicture step={step} />
    </>
  );
}

function StepText({ step }: { step: FlowStep }) {
  const { t } = useSite();
  if (step !== "how") return <p className="lead">{t(`landing:flow.${step}.body`)}</p>;
  return (
    <ol className="flow-list">
      <li>{t("landing:flow.how.invitation")}</li>
      <li>{t("landing:flow.how.form")}</li>
      <li>{t("landing:flow.how.email")}</li>
    </ol>
  );
}

function StepPicture({ step }: { step: FlowStep }) {
  const { t, assetUrl } = useSite();
  return (
    <div className="flow-art">
      <img
        src={assetUrl(pictureByStep[step])}
        alt={step === "confidence" ? t("landing:flow.confidence.stars") : ""}
        width="640"
        height="480"
        loading="lazy"
        decoding="async"
      />
    </div>
  );
}
