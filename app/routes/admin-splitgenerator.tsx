import type { LoaderFunctionArgs } from "@remix-run/node";
import { useSite } from "~/components/site";
import { requestContext } from "~/context.server";
import { requireAdmin } from "~/pages/guards.server";
import { pageData } from "~/pages/page-data.server";
import type { PageHandle } from "~/layouts/page-handle";
import { Notice } from "~/views/notice";
import { pageMeta } from "~/views/page-meta";

export const handle: PageHandle = {
  layout: "black-inclined-lines",
  i18n: ["admin"],
  login: false,
  personal: true,
};

export const meta = pageMeta;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  await requireAdmin(app);
  return { page: pageData(app, "admin:splitGenerator.title", "admin:splitGenerator.description") };
}

export default function SplitGenerator() {
  const { t, href } = useSite();
  return (
    <Notice
      heading={t("admin:splitGenerator.heading")}
      links={[{ href: href("/admin/registrationlinkgenerator"), text: t("admin:linkGenerator.heading") }]}
    >
      <p>{t("admin:splitGenerator.body")}</p>
    </Notice>
  );
}
