import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useSite } from "~/ui/components/site";
import { getRequestContext } from "~/request/context.server";
import { announcedWays } from "~/domain/registration/sign-up-ways";
import { createPageMetaData } from "~/request/page-data.server";
import { respondNotFound } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { Notice } from "~/ui/components/notice";
import { createPageMeta } from "~/ui/components/page-meta";

export const handle: PageHandle = { layout: "centered", i18n: ["pages"] };

export const meta = createPageMeta;

export function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const signUpWay = announcedWays.find(({ slug }) => slug === args.params["provider"]);
  if (!signUpWay) throw respondNotFound(context);
  const page = createPageMetaData(context, "pages:comingSoon.title", "pages:comingSoon.description");
  return { page, provider: signUpWay.provider };
}

export default function ComingSoon() {
  const { t, href, links } = useSite();
  const { provider } = useLoaderData<typeof loader>();
  return (
    <Notice
      heading={t("pages:comingSoon.heading", { provider: provider ?? t("pages:comingSoon.phone") })}
      button={{ href: href("/"), text: t("pages:comingSoon.codeLink") }}
      links={[
        { href: links.login, text: t("pages:comingSoon.loginLink") },
        { href: href("/membership-interest"), text: t("pages:comingSoon.interestLink") },
      ]}
    >
      <p>{t("pages:comingSoon.body")}</p>
    </Notice>
  );
}
