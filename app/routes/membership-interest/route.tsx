import type { LoaderFunctionArgs } from "@remix-run/node";
import { useSite } from "~/ui/components/site";
import { getRequestContext } from "~/request/context.server";
import { createPageMetaData } from "~/request/page-data.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { Notice } from "~/ui/components/notice";
import { createPageMeta } from "~/ui/components/page-meta";

export const handle: PageHandle = { layout: "black-inclined-lines", i18n: ["interest"] };

export const meta = createPageMeta;

export function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  return { page: createPageMetaData(context, "interest:intro.title", "interest:intro.description") };
}

export default function MembershipInterest() {
  const { t, href } = useSite();
  return (
    <Notice
      heading={t("interest:intro.heading")}
      button={{ href: href("/membership-interest/apply"), text: t("interest:intro.button") }}
    >
      <p className="lead">{t("interest:intro.lead")}</p>
      <p>{t("interest:intro.body")}</p>
    </Notice>
  );
}
