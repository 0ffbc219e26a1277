import { ErrorSummary } from "~/components/error-summary";
import { useSite } from "~/components/site";
import type { RegistrationFormData } from "~/domain/registration/registration-form.types";
import type { MessageKey } from "~/i18n/translator";
import { Claims } from "./claims";
import { CodeForm } from "./code-form";
import { RegistrationForm } from "./registration-form";

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

interface LandingPageProps {
  slug: string | undefined;
  invited: { inviter: string | null; form: RegistrationFormData } | undefined;
  typedCode: string | undefined;
  problem: CodeProblem | undefined;
}

/** The gate: for an invited visitor with the form behind it, for everybody else with the code to open it. */
export function LandingPage({ slug, invited, typedCode, problem }: LandingPageProps) {
  const { t } = useSite();
  return (
    <>
      <div className="gate">
        <div className="gate-text stack">
          <p className="eyebrow">{t("landing:gate.eyebrow")}</p>
          <h1>{invited ? <InvitedHeadline inviter={invited.inviter} /> : t(headlineKey(slug))}</h1>
          <p className="lead">{t("landing:gate.lead")}</p>
        </div>
        <div className="gate-door stack">
          {invited ? (
            <>
              <h2>{t("landing:invited.button")}</h2>
              <p>{t("landing:invited.body")}</p>
              <RegistrationForm form={invited.form} answer={undefined} />
            </>
          ) : (
            <ClosedDoor typedCode={typedCode} message={problem && t(problemKeys[problem])} />
          )}
        </div>
      </div>
      <Claims />
    </>
  );
}

function ClosedDoor({ typedCode, message }: { typedCode: string | undefined; message: string | undefined }) {
  const { t, href, links } = useSite();
  return (
    <>
      <ErrorSummary entries={message ? [{ fieldId: "registrationCode", message }] : []} />
      <p>{t("landing:gate.message")}</p>
      <CodeForm typed={typedCode} error={message} />
      <p>
        {t("landing:member.question")} <a href={links.login}>{t("landing:member.link")}</a>
      </p>
      <div className="aside stack">
        <h2>{t("landing:noInvitation.heading")}</h2>
        <p>{t("landing:noInvitation.body")}</p>
        <p>
          <a href={href("/membership-interest")}>{t("landing:noInvitation.link")}</a>
        </p>
      </div>
    </>
  );
}

function InvitedHeadline({ inviter }: { inviter: string | null }) {
  const { t } = useSite();
  return <>{inviter ? t("landing:headline.invited", { inviter }) : t("landing:headline.invitedAnonymous")}</>;
}

/** A campaign's own headline (spec.md, section 3); any other slug has the default one. */
function headlineKey(slug: string | undefined): MessageKey {
  switch (slug) {
    case "social":
      return "landing:headline.social";
    case "viral":
      return "landing:headline.viral";
    case "viral-product-share":
      return "landing:headline.viralProductShare";
    case "daba":
      return "landing:headline.daba";
    default:
      return "landing:headline.default";
  }
}
