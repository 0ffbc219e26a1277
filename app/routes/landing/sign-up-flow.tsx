import invitation from "~/ui/art/flow/invitation.avif?url";
import invitationWebp from "~/ui/art/flow/invitation.webp?url";
import labels from "~/ui/art/flow/labels.avif?url";
import labelsWebp from "~/ui/art/flow/labels.webp?url";
import wardrobe from "~/ui/art/flow/wardrobe.avif?url";
import wardrobeWebp from "~/ui/art/flow/wardrobe.webp?url";
import { CurtainPicture } from "~/ui/components/curtain-picture.static";
import { RenderedPicture } from "~/ui/components/rendered-picture";
import { useSite } from "~/ui/components/site";
import { announcedWays } from "~/domain/registration/sign-up-ways";
import { membershipCard, storePictureSize } from "./store-pictures";

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

const flowPictureSize = { width: 960, height: 720 };
const pictureByStep = {
  welcome: { files: { avif: wardrobe, webp: wardrobeWebp }, ...flowPictureSize },
  brands: { files: { avif: labels, webp: labelsWebp }, ...flowPictureSize },
  how: { files: { avif: invitation, webp: invitationWebp }, ...flowPictureSize },
  create: { files: membershipCard, ...storePictureSize },
};

/** The average rating of the club, of five stars (`landing:flow.confidence.title`). */
const rating = 4.8;

interface FlowProps {
  flowLength: SignUpFlowLength;
}

/**
 * The steps that explain how to join the club. The last step contains the ways to sign up. Each step has its own URL
 * fragment, so that visitors move between steps without script.
 */
export function SignUpFlow({ flowLength }: FlowProps) {
  return (
    <section className="section flow" data-steps={flowLength} aria-labelledby="flow-heading">
      <FlowNavigation flowLength={flowLength} />
      <ol className="flow-steps" tabIndex={0} aria-labelledby="flow-heading">
        {stepsByFlowLength[flowLength].map((step) => (
          <li className="flow-step" id={step} key={step}>
            <StepContent step={step} flowLength={flowLength} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The sign-up steps for an invited visitor, below the form. In the last step, sign-up by e-mail leads to the form. */
export function InvitedSteps({ flowLength }: FlowProps) {
  const { t } = useSite();
  return (
    <section className="section" aria-labelledby="flow-heading">
      <h2 className="visually-hidden" id="flow-heading">
        {t("landing:flow.label")}
      </h2>
      <ul className="told-steps">
        {stepsByFlowLength[flowLength].map((step) =>
          step === "create" ? (
            <li className="stack" key={step}>
              <h3>{t("landing:flow.create.title")}</h3>
              <SignUpWays emailHref="#create" />
            </li>
          ) : (
            <li className="stack" id={step} key={step}>
              <h3>{t(`landing:flow.${step}.title`)}</h3>
              <StepText step={step} />
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

function FlowNavigation({ flowLength }: FlowProps) {
  const { t } = useSite();
  return (
    <>
      <h2 className="visually-hidden" id="flow-heading">
        {t("landing:flow.label")}
      </h2>
      <nav aria-labelledby="flow-heading">
        <ol className="flow-index">
          {stepsByFlowLength[flowLength].map((step) => (
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

function StepContent({ step, flowLength }: StepProps) {
  const { t } = useSite();
  const steps: readonly FlowStep[] = stepsByFlowLength[flowLength];
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
  const { t, locale } = useSite();
  if (step !== "confidence")
    return (
      <div className="flow-art">
        <RenderedPicture {...pictureByStep[step]} isLazy />
      </div>
    );
  return (
    <div className="flow-art">
      <CurtainPicture curtain="whole" className="flow-cloth" />
      <span className="flow-figure" role="img" aria-label={t("landing:flow.confidence.stars")}>
        {rating.toLocaleString(locale)}
      </span>
    </div>
  );
}
