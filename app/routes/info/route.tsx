import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useSite } from "~/ui/components/site";
import { getRequestContext } from "~/request/context.server";
import { infoPages } from "~/domain/info-pages";
import { createPageMetaData } from "~/request/page-data.server";
import { respondNotFound } from "~/request/replies.server";
import type { MessageKey } from "~/i18n/translator";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { Notice } from "~/ui/components/notice";
import { createPageMeta } from "~/ui/components/page-meta";

const titleByPage = new Map<string | undefined, MessageKey>(
  infoPages.map(({ name, slug }) => [slug, `pages:info.${name}.title`]),
);

export const handle: PageHandle = { layout: "centered", i18n: ["pages"] };

export const meta = createPageMeta;

export function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const title = titleByPage.get(args.params["page"]);
  if (!title) throw respondNotFound(context);
  return { page: createPageMetaData(context, title, "pages:info.description"), title };
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
