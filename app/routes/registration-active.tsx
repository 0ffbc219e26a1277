import type { LoaderFunctionArgs } from "@remix-run/node";
import { useSite } from "~/components/site";
import { requestContext } from "~/context.server";
import { pageData } from "~/pages/page-data.server";
import type { PageHandle } from "~/layouts/page-handle";
import { Notice } from "~/views/notice";
import { pageMeta } from "~/views/page-meta";

export const handle: PageHandle = { layout: "centered", i18n: ["registration"], personal: true };

export const meta = pageMeta;

export function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  return {
    page: pageData(app, "registration:active.title", "registration:active.description", {
      event: "registration_account_active",
    }),
  };
}

export default function RegistrationActive() {
  const { t, links } = useSite();
  return (
    <Notice
      heading={t("registration:active.heading")}
      button={{ href: links.login, text: t("registration:active.login") }}
      links={[{ href: links.passwordReset, text: t("registration:active.reset") }]}
    >
      <p>{t("registration:active.body")}</p>
    </Notice>
  );
}
