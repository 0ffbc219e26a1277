import type { ReactNode } from "react";
import rail from "~/ui/art/rail.svg?url";
import { CodeForm } from "~/ui/components/code-form";
import { ErrorSummary, type SummaryEntry } from "~/ui/components/error-summary";
import { MailChoices } from "~/routes/registration/mail-choices";
import type { WaitingRegistration } from "~/routes/registration/mail-sent.server";
import { MemberNote } from "~/ui/components/member-note";
import { useSite } from "~/ui/components/site";

interface GateProps {
  headline: string;
  /** What the headline is about. */
  below: ReactNode;
  /** An invited visitor sees the gate wide open. */
  isOpen: boolean;
  door: ReactNode;
}

/** The first screen: the headline, the way in, and between the leaves the wardrobe. */
export function Gate({ headline, below, isOpen, door }: GateProps) {
  const { t, asset } = useSite();
  return (
    <div className="gate night" data-open={isOpen ? "wide" : "ajar"}>
      {/* First, so that nothing is pushed down when the rest of the page comes in. */}
      <div className="gate-art">
        <div className="gate-opening">
          <img src={asset(rail)} alt="" width="1200" height="900" decoding="async" />
        </div>
      </div>
      <div className="gate-headline">
        <p className="eyebrow">{t("landing:gate.eyebrow")}</p>
        <h1>{headline}</h1>
        {below}
      </div>
      <p className="gate-lead lead">{t("landing:gate.lead")}</p>
      <div className="gate-door stack">{door}</div>
      {!isOpen && <NoInvitation />}
    </div>
  );
}

function NoInvitation() {
  const { t, href } = useSite();
  return (
    <div className="gate-aside">
      <div className="aside stack">
        <h2>{t("landing:noInvitation.heading")}</h2>
        <p>{t("landing:noInvitation.body")}</p>
        <p>
          <a href={href("/membership-interest")}>{t("landing:noInvitation.link")}</a>
        </p>
      </div>
    </div>
  );
}

/** To a visitor whose registration waits: what it waits for, and what can be done about it. */
function Waiting({ email, formToken }: WaitingRegistration) {
  const { t } = useSite();
  return (
    <div className="notice stack">
      <p>{t("landing:waiting.body", { email })}</p>
      <MailChoices path="/registration/formfinished" formToken={formToken} />
    </div>
  );
}

interface ClosedDoorProps {
  waiting: WaitingRegistration | undefined;
  typedCode: string | undefined;
  message: string | undefined;
  /** The number to quote, where acq gave no answer. */
  errorId: string | undefined;
  isMistyped: boolean;
}

export function ClosedDoor({ waiting, typedCode, message, errorId, isMistyped }: ClosedDoorProps) {
  const { t, href, links } = useSite();
  const entries: SummaryEntry[] = message ? [{ fieldId: "registrationCode", message }] : [];
  if (errorId) entries.push({ message: t("common:errorId", { id: errorId }) });
  return (
    <>
      <ErrorSummary entries={entries} />
      {waiting && <Waiting {...waiting} />}
      <p>{t("landing:gate.message")}</p>
      <CodeForm typed={typedCode} error={message} isMistyped={isMistyped} />
      <p>
        {t("landing:member.question")} <a href={links.login}>{t("landing:member.link")}</a>
      </p>
      {!waiting && (
        <p>
          {t("landing:registered.question")}{" "}
          <a href={href("/registration/resend")}>{t("landing:registered.link")}</a>
        </p>
      )}
    </>
  );
}

export function OpenDoor({ waiting }: Pick<ClosedDoorProps, "waiting">) {
  const { t } = useSite();
  return (
    <>
      <MemberNote />
      {waiting && <Waiting {...waiting} />}
      <p>{t("landing:invited.body")}</p>
      <p>
        <a className="button" href="#create">
          {t("landing:invited.button")}
        </a>
      </p>
    </>
  );
}
