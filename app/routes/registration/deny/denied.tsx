import { createMailLink, ShareButton } from "~/ui/components/share";
import { useSite } from "~/ui/components/site";
import { StaticHtml } from "~/ui/components/static-html";
import { useStoredCode } from "~/ui/components/stored-code";
import { OtherWays } from "./other-ways.static";
import { isCodeCorrect, type RefusalReason } from "~/domain/registration/registration-code";

const textGroupByReason = {
  invalid: "invalid",
  expired: "expired",
  "no-balance": "noBalance",
  link: "link",
  referrer: "referrer",
} as const satisfies Record<RefusalReason, string>;

interface DeniedProps {
  reason: RefusalReason;
  /** The code for the code field. */
  code: string | undefined;
  inviter: string | undefined;
}

/**
 * Explains why an invitation was refused, and what the visitor can do
 * (docs/product/registration.md#registration-codes).
 */
export function Denied({ reason, code, inviter }: DeniedProps) {
  const { t } = useSite();
  const textGroup = textGroupByReason[reason];
  const isNamed = reason === "no-balance" && inviter !== undefined;
  useStoredCode(!isCodeCorrect(reason));
  return (
    <div className="stack">
      <h1>
        <SentenceLines text={t(`deny:${textGroup}.heading`)} />
      </h1>
      <p>{isNamed ? t("deny:noBalance.bodyNamed", { inviter }) : t(`deny:${textGroup}.body`)}</p>
      {reason !== "referrer" && <AskInviter reason={reason} inviter={inviter} />}
      <div className="apart">
        <StaticHtml>
          <OtherWays reason={reason} code={code} />
        </StaticHtml>
      </div>
    </div>
  );
}

/** A prepared message to the inviter. The visitor sends it by e-mail or by the device's share function. */
function AskInviter({ reason, inviter }: Pick<DeniedProps, "reason" | "inviter">) {
  const { t } = useSite();
  const subject = t("deny:ask.subject");
  const greeting = inviter ? t("deny:ask.greetingNamed", { inviter }) : t("deny:ask.greeting");
  const message = `${greeting}\n\n${t(reason === "no-balance" ? "deny:noBalance.message" : "deny:ask.message")}`;
  return (
    <>
      {inviter && reason !== "no-balance" && <p>{t("deny:ask.named", { inviter })}</p>}
      {/* The texts of other reasons already contain advice. */}
      {reason === "invalid" && <p>{t("deny:ask.body")}</p>}
      <p className="row">
        <a className="button" href={createMailLink({ subject, body: message })}>
          {t("deny:ask.mail")}
        </a>{" "}
        <ShareButton label={t("deny:ask.share")} title={subject} text={message} />
      </p>
    </>
  );
}

/** Shows each sentence of a heading on its own line. */
function SentenceLines({ text }: { text: string }) {
  return text.split(". ").map((sentence, index, { length }) => (
    <span className="sentence" key={sentence}>
      {index < length - 1 ? `${sentence}. ` : sentence}
    </span>
  ));
}
