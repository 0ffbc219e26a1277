import { useSite } from "~/ui/components/site";
import type { RefusalReason } from "~/domain/registration/registration-code";
import { Notice, type NoticeLink } from "~/ui/components/notice";

const areas = {
  invalid: "invalid",
  expired: "expired",
  "no-balance": "noBalance",
  link: "link",
  referrer: "referrer",
} as const satisfies Record<RefusalReason, string>;

/** Why an invitation opens nothing, and what can be done about it (docs/product.md#registration-codes). */
export function Denied({ reason }: { reason: RefusalReason }) {
  const { t, href, links } = useSite();
  const area = areas[reason];
  const ways: NoticeLink[] = [];
  if (reason === "no-balance") ways.push({ href: href("/membership-interest"), text: t("deny:next.apply") });
  if (reason === "expired" || reason === "no-balance" || reason === "invalid")
    ways.push({ href: href("/registration/resend"), text: t("deny:next.resend") });
  ways.push({ href: links.login, text: t("deny:next.login") });
  return (
    <Notice heading={<Sentences text={t(`deny:${area}.heading`)} />} links={ways}>
      <p>{t(`deny:${area}.body`)}</p>
      {reason === "no-balance" && <p>{t("deny:noBalance.own")}</p>}
      {reason === "invalid" && <p>{t("deny:next.askInviter")}</p>}
    </Notice>
  );
}

/** Each sentence of a heading on a line of its own. */
function Sentences({ text }: { text: string }) {
  return text.split(". ").map((sentence, index, { length }) => (
    <span className="sentence" key={sentence}>
      {index < length - 1 ? `${sentence}. ` : sentence}
    </span>
  ));
}
