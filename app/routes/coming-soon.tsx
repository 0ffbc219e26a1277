import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useSite } from "~/components/site";
import { requestContext } from "~/context.server";
import { pageData } from "~/pages/page-data.server";
import { notFound } from "~/pages/replies.server";
import type { PageHandle } from "~/layouts/page-handle";
import { Notice } from "~/views/notice";
import { pageMeta } from "~/views/page-meta";

/** The ways to sign up that are only announced (spec.md, section 2); null for the one that is no name. */
const providers = new Map<string | undefined, string | null>([
  ["phone", null],
  ["google", "Google"],
  ["facebook", "Facebook"],
  ["apple", "Apple"],
]);

export const handle: PageHandle = { layout: "centered", i18n: ["pages"] };

export const meta = pageMeta;

export function loader({ context, params, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const provider = providers.get(params["provider"]);
  if (provider === undefined) throw notFound(app);
  return { page: pageData(app, "pages:comingSoon.title", "pages:comingSoon.description"), provider };
}

export default function ComingSoon() {
  const { t, href, links } = useSite();
  const { provider } = useLoaderData<typeof loader>();
  return (
    <Notice
      heading={t("pages:comingSoon.heading", { provider: provider ?? t("pages:comingSoon.phone") })}
      links={[
        { href: href("/"), text: t("pages:comingSoon.codeLink") },
        { href: links.login, text: t("pages:comingSoon.loginLink") },
        { href: href("/membership-interest"), text: t("pages:comingSoon.interestLink") },
      ]}
    >
      <p>{t("pages:comingSoon.body")}</p>
    </Notice>
  );
}
