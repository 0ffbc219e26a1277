import { Notice } from "~/ui/components/notice";
import { useSite } from "~/ui/components/site";

/** A split link that was cut on its way, or is over: what is left to do. */
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
