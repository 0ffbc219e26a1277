import brands from "~/ui/art/flow/brands.svg?url";
import confidence from "~/ui/art/flow/confidence.svg?url";
import how from "~/ui/art/flow/how.svg?url";
import rail from "~/ui/art/rail.svg?url";
import card from "~/ui/art/membership-card.svg?url";
import { useSite } from "~/ui/components/site";
import { announcedWays } from "~/domain/registration/sign-up-ways";

/**
 * The ways to sign up (docs/product.md#landing-page).
 *
 * @param emailHref where signing up by e-mail begins
 */
export function SignUpWays({ emailHref }: { emailHref: string }) {
  const { t, links } = useSite();
  return (
    <ul className="ways">
      <li>
        <a className="way" href={emailHref}>
          {t("landing:way.email")}
        </a>
      </li>
      {announcedWays.map(({ slug, provider }) => (
        <AnnouncedWay
          key={slug}
          slug={slug}
          way={provider ? t("landing:way.provider", { provider }) : t("landing:way.phone")}
        />
      ))}
      <li>
        <a className="way" href={links.login}>
          {t("landing:way.member")}
        </a>
      </li>
    </ul>
  );
}

/** A link to a page that says that it is coming soon; with script a toast says so here. */
function AnnouncedWay({ slug, way }: { slug: string; way: string }) {
  const { t, href } = useSite();
  return (
    <li>
      <a
        className="way"
        href={href(`/coming-soon/${slug}`)}
        data-toast={t("landing:way.soonMessage", { way })}
      >
        {way} <span className="way-soon">{t("landing:way.soon")}</span>
      </a>
    </li>
  );
}

const steps = {
  full: ["welcome", "brands", "confidence", "how", "create"],
  short: ["welcome", "how", "create"],
} as const;
export type SignUpSteps = keyof typeof steps;
type Step = (typeof steps)["full"][number];

const pictures: Record<Step, string> = { welcome: rail, brands, confidence, how, create: card };

interface SignUpFlowProps {
  length: SignUpSteps;
  /** For an invited visitor it ends at the form, which follows it; for others with the ways in. */
  isInvited: boolean;
}

/** The steps side by side; each is reached by its own address, so that no script is needed to move. */
export function SignUpFlow({ length, isInvited }: SignUpFlowProps) {
  const { t } = useSite();
  // On an invited visitor's page `#create` is the form.
  const idOf = (step: Step) => (step === "create" && isInvited ? "last-step" : step);
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
              <a href={`#${idOf(step)}`}>{t(`landing:flow.${step}.title`)}</a>
            </li>
          ))}
        </ol>
      </nav>
      <ol className="flow-steps" tabIndex={0} aria-labelledby="flow-heading">
        {shown.map((step, index) => (
          <li className="flow-step" id={idOf(step)} key={step}>
            <div className="stack">
              <p className="quiet">{t("landing:flow.progress", { step: index + 1, count: shown.length })}</p>
              <h3>{t(`landing:flow.${step}.title`)}</h3>
              <StepText step={step} isInvited={isInvited} />
              {step === "create" && !isInvited && <SignUpWays emailHref="#registrationCode" />}
              <p className="flow-ways">
                <WayOn next={shown[index + 1]} isInvited={isInvited} idOf={idOf} />
                {index > 0 && <a href={`#${shown[index - 1]}`}>{t("landing:flow.back")}</a>}
              </p>
            </div>
            <StepPicture step={step} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepText({ step, isInvited }: { step: Step; isInvited: boolean }) {
  const { t } = useSite();
  if (step === "create")
    return <p className="lead">{t(isInvited ? "landing:invited.body" : "landing:flow.create.body")}</p>;
  if (step !== "how") return <p className="lead">{t(`landing:flow.${step}.body`)}</p>;
  return (
    <ol className="flow-list">
      <li>{t("landing:flow.how.invitation")}</li>
      <li>{t("landing:flow.how.form")}</li>
      <li>{t("landing:flow.how.email")}</li>
    </ol>
  );
}

/** To the next step, and from an invited visitor's last one to the form. */
function WayOn({
  next,
  ...flow
}: {
  next: Step | undefined;
  isInvited: boolean;
  idOf: (step: Step) => string;
}) {
  const { t } = useSite();
  if (!next && !flow.isInvited) return null;
  return (
    <a className="button" href={`#${next ? flow.idOf(next) : "create"}`}>
      {t(next ? "landing:flow.next" : "landing:invited.button")}
    </a>
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
