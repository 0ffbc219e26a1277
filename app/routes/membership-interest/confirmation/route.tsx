import type { LoaderFunctionArgs } from "@remix-run/node";
import { useSite } from "~/ui/components/site";
import { getRequestContext } from "~/request/context.server";
import { readDraft } from "~/request/draft.server";
import { createPageMetaData } from "~/request/page-data.server";
import { redirectToPage } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { Notice } from "~/ui/components/notice";
import { createPageMeta } from "~/ui/components/page-meta";

export const handle: PageHandle = { layout: "black-inclined-lines", i18n: ["interest"] };

export const meta = createPageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const { interestSent } = await readDraft(context);
  if (!interestSent) return redirectToPage(context, "/membership-interest/apply");
  return {
    page: createPageMetaData(context, "interest:confirmation.title", "interest:confirmation.description"),
  };
}

export default function MembershipInterestConfirmation() {
  const { t, href } = useSite();
  return (
    <Notice
      heading={t("interest:confirmation.heading")}
      links={[{ href: href("/"), text: t("common:backToStart") }]}
    >
      <p>{t("interest:confirmation.body")}</p>
    </Notice>
  );
}
