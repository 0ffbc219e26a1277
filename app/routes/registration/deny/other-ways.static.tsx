import { isCodeCorrect, type RefusalReason } from "~/domain/registration/registration-code";
import { CodeForm } from "~/ui/components/code-form";
import { useSite } from "~/ui/components/site";

interface OtherWaysProps {
  reason: RefusalReason;
  /** The code for the code field. */
  code: string | undefined;
}

/** A form for another code, and links to other ways into the club. Works without script. */
export function OtherWays({ reason, code }: OtherWaysProps) {
  const { t, href, links } = useSite();
  const asksForAnotherCode = isCodeCorrect(reason);
  const hasResendLink = asksForAnotherCode || reason === "invalid";
  return (
    <div className="stack">
      <h2>{t(asksForAnotherCode ? "deny:code.another" : "deny:code.heading")}</h2>
      {(reason === "invalid" || reason === "link") && <p>{t("deny:code.cut")}</p>}
      <CodeForm action={href("/")} typedCode={code} isMistyped />
      <ul className="links">
        <li>
          <a href={href("/membership-interest")}>{t("deny:next.apply")}</a>
        </li>
        {hasResendLink && (
          <li>
            <a href={href("/registration/resend")}>
              {t(reason === "no-balance" ? "deny:noBalance.resend" : "deny:next.resend")}
            </a>
          </li>
        )}
        <li>
          <a href={links.login}>{t("deny:next.login")}</a>
        </li>
      </ul>
    </div>
  );
}
