import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useSite } from "~/ui/components/site";
import { findClubContact } from "~/request/club-contact.server";
import { getRequestContext } from "~/request/context.server";
import { infoPages } from "~/domain/info-pages";
import { createPageMetaData } from "~/request/page-data.server";
import { createReplyHeaders, respondNotFound } from "~/request/replies.server";
import { findConfiguredPageUrl } from "~/request/site.server";
import type { MessageKey } from "~/i18n/translator";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { Notice } from "~/ui/components/notice";
import { createPageMeta } from "~/ui/components/page-meta";

const pageBySlug = new Map<string | undefined, (typeof infoPages)[number]>(
  infoPages.map((infoPage) => [infoPage.slug, infoPage]),
);

export const handle: PageHandle = { layout: "centered", i18n: ["pages"] };

export const meta = createPageMeta;

export function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const infoPage = pageBySlug.get(args.params["page"]);
  if (!infoPage) throw respondNotFound(context);
  const { name } = infoPage;
  // A visitor with an old link must not read that the page is missing.
  const configuredUrl = findConfiguredPageUrl(context, name);
  if (configuredUrl !== undefined)
    throw redirect(configuredUrl, { status: 302, headers: createReplyHeaders(context) });
  const title: MessageKey = `pages:info.${name}.title`;
  return {
    page: createPageMetaData(context, title, "pages:info.description"),
    title,
    contact: findClubContact(context),
  };
}

export default function Info() {
  const { t, href, links } = useSite();
  const { title, contact } = useLoaderData<typeof loader>();
  const contactLinks =
    contact === "none" ? [] : [{ href: links[contact], text: t(`pages:info.${contact}.title`) }];
  return (
    <Notice heading={t(title)} links={[...contactLinks, { href: href("/"), text: t("common:backToStart") }]}>
      <p>{t("pages:info.body")}</p>
      <p>{t(`pages:info.ask.${contact}`)}</p>
    </Notice>
  );
}
