import { useSite } from "~/components/site";
import { Notice, type NoticeLink } from "./notice";

export const denyReasons = ["invalid", "expired", "no-balance", "link", "referrer"] as const;
export type DenyReason = (typeof denyReasons)[number];

const areas = {
  invalid: "invalid",
  expired: "expired",
  "no-balance": "noBalance",
  link: "link",
  referrer: "referrer",
} as const satisfies Record<DenyReason, string>;

/** Why an invitation opens nothing, and what can be done about it (docs/product.md#registration-codes). */
export function Denied({ reason }: { reason: DenyReason }) {
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
