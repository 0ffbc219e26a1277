import type { LoaderFunctionArgs } from "@remix-run/node";
import { useSite } from "~/ui/components/site";
import { getRequestContext } from "~/request/context.server";
import { createPageMetaData } from "~/request/page-data.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { Notice } from "~/ui/components/notice";
import { createPageMeta } from "~/ui/components/page-meta";

export const handle: PageHandle = { layout: "centered", gate: "ajar", i18n: ["progress"] };

export const meta = createPageMeta;

export function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  return { page: createPageMetaData(context, "progress:voucher.title", "progress:voucher.description") };
}

export default function RegistrationGiftVoucher() {
  const { t, href, links } = useSite();
  return (
    <Notice
      heading={t("progress:voucher.heading")}
      button={{ href: links.login, text: t("progress:voucher.login") }}
      links={[{ href: href("/"), text: t("progress:voucher.enter") }]}
    >
      <p>{t("progress:voucher.body")}</p>
    </Notice>
  );
}
