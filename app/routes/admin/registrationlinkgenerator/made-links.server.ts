import * as z from "zod";
import type { RequestContext } from "~/request/context.server";
import type { LinkParts } from "~/acq/operations/generate-registration-link.server";
import { checkCode } from "~/domain/registration/check-code.server";
import { fieldText } from "~/request/form-token.server";
import { lastDayOf } from "~/routes/admin/last-day.server";
import { translateFor } from "~/request/page-data.server";
import { qrCodeOf } from "~/request/qr-code.server";
import { linkPath, siteUrl } from "~/request/urls.server";

/** A registration link that an administrator made on this visit. */
const madeLinkSchema = z.object({
  code: z.string(),
  validityTimestamp: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
  /** The inviter, as the visitor will read the name. */
  inviter: z.string().nullable(),
});
export type MadeLink = z.infer<typeof madeLinkSchema>;

/** The links of a visit, the newest first. */
const madeLinksSchema = z.object({ links: z.array(madeLinkSchema) });

const most = 10;
const day = 24 * 60 * 60;

/** The links made on this visit, as an administrator's page itself carries them; nothing that is not ours. */
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
