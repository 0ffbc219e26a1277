import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useSite } from "~/ui/components/site";
import { getRequestContext } from "~/request/context.server";
import { createPageMetaData } from "~/request/page-data.server";
import { trackPageEvent } from "~/request/page-events.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { Notice } from "~/ui/components/notice";
import { createPageMeta } from "~/ui/components/page-meta";

export const handle: PageHandle = { layout: "centered", gate: "closed", i18n: ["activation"] };

export const meta = createPageMeta;

export function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const hasFailed = context.currentUrl.searchParams.get("reason") === "failed";
  trackPageEvent(context, {
    event: hasFailed ? "registration_activation_failed" : "registration_activation_not_found",
  });
  return {
    page: createPageMetaData(context, "activation:error.title", "activation:error.description"),
    reason: hasFailed ? ("failed" as const) : ("notFound" as const),
  };
}

export default function ActivateAccountError() {
  const { t, href, links } = useSite();
  const { reason } = useLoaderData<typeof loader>();
  const resendLink = { href: href("/registration/resend"), text: t("activation:error.newMail") };
  const invitation = { href: href("/"), text: t("activation:error.useInvitation") };
  return (
    <Notice
      heading={t(`activation:error.${reason}.heading`)}
      button={resendLink}
      links={[
        ...(reason === "notFound" ? [invitation] : []),
        { href: links.customerService, text: t("activation:error.customerService") },
      ]}
    >
      <p>{t(`activation:error.${reason}.body`)}</p>
      {reason === "notFound" && <p>{t("activation:error.notFound.lapsed")}</p>}
    </Notice>
  );
}
