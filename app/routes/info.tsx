import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useSite } from "~/components/site";
import { requestContext } from "~/context.server";
import { infoPages } from "~/domain/info-pages";
import { pageData } from "~/pages/page-data.server";
import { notFound } from "~/pages/replies.server";
import type { MessageKey } from "~/i18n/translator";
import type { PageHandle } from "~/layouts/page-handle";
import { Notice } from "~/views/notice";
import { pageMeta } from "~/views/page-meta";

const titles = new Map<string | undefined, MessageKey>(
  infoPages.map(({ name, slug }) => [slug, `pages:info.${name}.title`]),
);

export const handle: PageHandle = { layout: "centered", i18n: ["pages"] };

export const meta = pageMeta;

export function loader({ context, params, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const title = titles.get(params["page"]);
  if (!title) throw notFound(app);
  return { page: pageData(app, title, "pages:info.description"), title };
}

export default function Info() {
  const { t, href } = useSite();
  const { title } = useLoaderData<typeof loader>();
  return (
    <Notice heading={t(title)} links={[{ href: href("/"), text: t("common:backToStart") }]}>
      <p>{t("pages:info.body")}</p>
    </Notice>
  );
}
