import type { LoaderFunctionArgs } from "@remix-run/node";
import { useSite } from "~/components/site";
import { requestContext } from "~/context.server";
import { readDraft } from "~/pages/draft.server";
import { pageData } from "~/pages/page-data.server";
import { seeOther } from "~/pages/replies.server";
import type { PageHandle } from "~/layouts/page-handle";
import { Notice } from "~/views/notice";
import { pageMeta } from "~/views/page-meta";

export const handle: PageHandle = { layout: "black-inclined-lines", i18n: ["interest"], personal: true };

export const meta = pageMeta;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const { interestSent } = await readDraft(app);
  if (!interestSent) return seeOther(app, "/membership-interest/apply");
  return { page: pageData(app, "interest:confirmation.title", "interest:confirmation.description") };
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
