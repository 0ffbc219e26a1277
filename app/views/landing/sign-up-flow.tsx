import type { ReactNode } from "react";
import brands from "~/art/flow/brands.svg?url";
import confidence from "~/art/flow/confidence.svg?url";
import how from "~/art/flow/how.svg?url";
import rail from "~/art/rail.svg?url";
import card from "~/art/membership-card.svg?url";
import { useSite } from "~/components/site";

const steps = {
  full: ["welcome", "brands", "confidence", "how", "create"],
  short: ["welcome", "how", "create"],
} as const;
export type SignUpSteps = keyof typeof steps;
type Step = (typeof steps)["full"][number];

const pictures: Record<Step, string> = { welcome: rail, brands, confidence, how, create: card };

interface SignUpFlowProps {
  length: SignUpSteps;
  /** What the last step holds: the ways in, or an invited visitor's form. */
  last: ReactNode;
  lastText: string;
}

/** The steps side by side; each is reached by its own address, so that no script is needed to move. */
export function SignUpFlow({ length, last, lastText }: SignUpFlowProps) {
  const { t } = useSite();
  const shown: readonly Step[] = steps[length];
  return (
    <section className="section flow" aria-labelledby="flow-heading">
      <h2 className="visually-hidden" id="flow-heading">
        {t("landing:flow.label")}
      </h2>
      <nav aria-labelledby="flow-heading">
        <ol className="flow-index">
          {shown.map((step) => (
            <li key={step}>
              <a href={`#${step}`}>{t(`landing:flow.${step}.title`)}</a>
            </li>
          ))}
        </ol>
      </nav>
      <ol className="flow-steps" tabIndex={0} aria-labelledby="flow-heading">
        {shown.map((step, index) => (
          <li className="flow-step" id={step} key={step}>
            <div className="stack">
              <p className="quiet">{t("landing:flow.progress", { step: index + 1, count: shown.length })}</p>
              <h3>{t(`landing:flow.${step}.title`)}</h3>
              <StepText step={step} lastText={lastText} />
              {step === "create" && last}
              <StepLinks before={shown[index - 1]} next={shown[index + 1]} />
            </div>
            <StepPicture step={step} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepText({ step, lastText }: { step: Step; lastText: string }) {
  const { t } = useSite();
  if (step === "create") return <p className="lead">{lastText}</p>;
  if (step !== "how") return <p className="lead">{t(`landing:flow.${step}.body`)}</p>;
  return (
    <ol className="flow-list">
      <li>{t("landing:flow.how.invitation")}</li>
      <li>{t("landing:flow.how.form")}</li>
      <li>{t("landing:flow.how.email")}</li>
    </ol>
  );
}

function StepLinks({ before, next }: { before: Step | undefined; next: Step | undefined }) {
  const { t } = useSite();
  return (
    <p className="flow-ways">
      {next && (
        <a className="button" href={`#${next}`}>
          {t("landing:flow.next")}
        </a>
      )}
      {before && <a href={`#${before}`}>{t("landing:flow.back")}</a>}
    </p>
  );
}

function StepPicture({ step }: { step: Step }) {
  const { t, asset } = useSite();
  return (
    <div className="flow-art">
      <img
        src={asset(pictures[step])}
        alt={step === "confidence" ? t("landing:flow.confidence.stars") : ""}
        width="640"
        height="480"
        loading="lazy"
        decoding="async"
      />
    </div>
  );
}
