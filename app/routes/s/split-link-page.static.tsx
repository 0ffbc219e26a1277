import { Notice } from "~/ui/components/notice";
import { useSite } from "~/ui/components/site";

/** The page for a split link that is damaged or expired. */
export function SplitLinkPage() {
  const { t, href } = useSite();
  return (
    <Notice
      heading={t("deny:splitLink.heading")}
      button={{ href: href("/"), text: t("common:backToStart") }}
      links={[{ href: href("/membership-interest"), text: t("deny:next.apply") }]}
    >
      <p>{t("deny:splitLink.body")}</p>
    </Notice>
  );
}
