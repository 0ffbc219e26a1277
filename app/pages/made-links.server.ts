import type { RequestContext } from "~/context.server";
import { linkPath, type LinkParts } from "~/domain/invitation-link/make-link.server";
import { madeLinksSchema, type MadeLink } from "~/domain/invitation-link/made-links.schema";
import { checkCode } from "~/domain/registration/check-code.server";
import { fieldText } from "~/http/forms/field-text";
import { lastDayOf } from "./last-day.server";
import { translateFor } from "./page-data.server";
import { qrCodeOf } from "./qr-code.server";
import { siteUrl } from "./site-url.server";

const most = 10;
const day = 24 * 60 * 60;

/** What an administrator's page itself carries of the links made on this visit; nothing that is not ours. */
export async function readMadeLinks(context: RequestContext, form: FormData): Promise<MadeLink[]> {
  const opened = await context.sealing.open("links", fieldText(form, "madeLinks"));
  const parsed = madeLinksSchema.safeParse(opened);
  return parsed.success ? parsed.data.links : [];
}

/** Puts a new link before the others, with the name that its visitor will read. */
export async function addMadeLink(
  context: RequestContext,
  links: readonly MadeLink[],
  { code, validityTimestamp, expiresAt }: LinkParts,
): Promise<MadeLink[]> {
  // Without an answer the preview does without a name: the link is made.
  const check = await checkCode(context, { code, validityTimestamp });
  const inviter = check.status === "usable" ? check.inviter : null;
  return [{ code, validityTimestamp, expiresAt: expiresAt.getTime(), inviter }, ...links].slice(0, most);
}

/** The links as the page shows them, and as its form carries them on: sealed, and stored nowhere. */
export async function madeLinksData(context: RequestContext, links: MadeLink[]) {
  const t = translateFor(context);
  const site = siteUrl(context);
  return {
    sealed: links.length > 0 ? await context.sealing.seal("links", { links }, day) : "",
    site,
    links: await Promise.all(
      links.map(async ({ inviter, expiresAt, ...link }) => ({
        code: link.code,
        path: linkPath(link),
        lastDay: lastDayOf(context, new Date(expiresAt)),
        headline: inviter
          ? t("registration:form.headingInvited", { inviter })
          : t("registration:form.heading"),
        qr: await qrCodeOf(`${site}${linkPath(link)}`),
      })),
    ),
  };
}
