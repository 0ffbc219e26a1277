import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getFormatLanguageTag } from "~/i18n/locales";
import { findClubContact } from "~/request/club-contact.server";
import { getRequestContext } from "~/request/context.server";
import { createPageMetaData } from "~/request/page-data.server";
import { createPageMeta } from "~/ui/components/page-meta";
import { StaticHtml } from "~/ui/components/static-html";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { AccessibilityStatement } from "./statement.static";

/** The date of the statement. Change it when the statement or the tests that it describes change. */
const statementDate = new Date("2026-11-29");

export const handle: PageHandle = { layout: "centered", i18n: [] };

export const meta = createPageMeta;

export function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const dateFormat = new Intl.DateTimeFormat(getFormatLanguageTag(context.locale), {
    dateStyle: "long",
    timeZone: "UTC",
  });
  return {
    page: createPageMetaData(context, "accessibility:title", "accessibility:description"),
    contact: findClubContact(context),
    date: dateFormat.format(statementDate),
  };
}

export default function Accessibility() {
  const { contact, date } = useLoaderData<typeof loader>();
  return (
    <div>
      <StaticHtml>
        <AccessibilityStatement contact={contact} date={date} />
      </StaticHtml>
    </div>
  );
}
