import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getRequestContext, type RequestContext } from "~/request/context.server";
import {
  generateRegistrationLink,
  type RegistrationLinkParts,
} from "~/acq/operations/generate-registration-link.server";
import { readTypedCode } from "~/domain/registration/registration-code";
import { readDraft } from "~/request/draft.server";
import {
  readFieldText,
  issueFormToken,
  createSubmissionKey,
  truncateShownText,
} from "~/request/form-token.server";
import { requireAdmin } from "~/request/guards.server";
import { createPageMetaData, createTranslate } from "~/request/page-data.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { checkAdminForm, createFailureRefusal, getRefusalHttpStatus } from "~/routes/admin/admin-form.server";
import type { AdminProblem, AdminRefusal } from "~/routes/admin/admin-problems";
import { type LinkFormReply, LinkGeneratorPage } from "./link-generator-page";
import { createPageMeta } from "~/ui/components/page-meta";
import * as z from "zod";
import { checkCode } from "~/domain/registration/check-code.server";
import { formatLastDay } from "~/routes/admin/last-day.server";
import { createQrCode } from "~/ui/components/qr-code.server";
import { createLinkPath, createSiteUrl } from "~/request/urls.server";

export const handle: PageHandle = {
  layout: "black-inclined-lines",
  i18n: ["admin", "sharing"],
  formId: "main-form",
  hasLoginLink: false,
};

export const meta = createPageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  await requireAdmin(context);
  const { registrationCode } = await readDraft(context);
  return {
    page: createPageMetaData(context, "admin:linkGenerator.title", "admin:linkGenerator.description"),
    formToken: issueFormToken(context),
    typed: registrationCode,
    card: createShareCard(context),
  };
}

export async function action(args: ActionFunctionArgs) {
  const context = getRequestContext(args);
  const form = await args.request.formData();
  const input = readFieldText(form, "registrationCode");
  const links = await readLinkList(context, form);
  const formCheck = await checkAdminForm(context, form);
  if (formCheck.status === "not-admin") return null;
  if (formCheck.status === "failed") return respondWithRefusal(formCheck);

  const result = readTypedCode(input);
  if (result.status !== "ok") return respondWithRefusal(createCodeRefusal([result.status]));
  const { code } = result;
  const generatedLink = await generateRegistrationLink(
    context.acq,
    code,
    createSubmissionKey(context, form, { code }),
  );
  if (!generatedLink.ok) return respondWithRefusal(createFailureRefusal(context, generatedLink.failure));
  const linkResult = generatedLink.data;
  if (!linkResult.link) return respondWithRefusal(createCodeRefusal(linkResult.errors));
  // Gives the next form a new id. With the same id, submitting the same code again would not create a second
  // registration link.
  context.responseState.formIdentity = undefined;
  return respondWithList("", await addToLinkList(context, links, linkResult.link));

  function respondWithRefusal(refusal: AdminRefusal) {
    context.responseState.hasFormError = true;
    return respondWithList(truncateShownText(input), links, refusal);
  }

  async function respondWithList(typedText: string, shownLinks: CreatedLink[], refusal?: AdminRefusal) {
    const reply = {
      typed: typedText,
      list: await createLinkList(context, shownLinks),
      ...(refusal && { refusal }),
    };
    return data<LinkFormReply>(reply, { status: refusal ? getRefusalHttpStatus(refusal) : 200 });
  }
}

function createCodeRefusal(problems: readonly AdminProblem[]): AdminRefusal {
  return { status: "problem", fields: [{ fieldId: "registrationCode", problems }] };
}

export default function RegistrationLinkGenerator() {
  const { formToken, typed, card } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <LinkGeneratorPage
      formToken={formToken}
      typedCode={typed}
      shareCard={card}
      actionData={actionData ?? undefined}
    />
  );
}

/** Returns the texts of a registration link's preview card, in the administrator's language. */
function createShareCard(context: RequestContext): { title: string; description: string; imageAlt: string } {
  const t = createTranslate(context);
  return {
    title: t("common:title.page", { title: t("registration:form.title") }),
    description: t("registration:form.description"),
    imageAlt: t("landing:share.alt"),
  };
}

/** A registration link that an administrator created in this session. */
const createdLinkSchema = z.object({
  code: z.string(),
  validityTimestamp: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
  /** The inviter's name in the linked page's headline; null if acq returned no name. */
  inviter: z.string().nullable(),
});
type CreatedLink = z.infer<typeof createdLinkSchema>;

/** The list in the form's encrypted field: the links that the administrator created with this page, newest first. */
const linkListSchema = z.object({ links: z.array(createdLinkSchema) });

const maxShownLinks = 10;
const linkListLifetimeSeconds = 24 * 60 * 60;

/** Decrypts the list of created links that the form contains. Returns an empty list if the text is forged. */
async function readLinkList(context: RequestContext, form: FormData): Promise<CreatedLink[]> {
  const claims = await context.tokenCrypto.decrypt("links", readFieldText(form, "madeLinks"));
  const result = linkListSchema.safeParse(claims);
  return result.success ? result.data.links : [];
}

/** Adds a new link, with the inviter's name, at the start of the list. */
async function addToLinkList(
  context: RequestContext,
  links: readonly CreatedLink[],
  { code, validityTimestamp, expiresAt }: RegistrationLinkParts,
): Promise<CreatedLink[]> {
  // If acq does not answer, the link's preview has no inviter's name. This is not an error, because the link already
  // exists.
  const { acq, metrics } = context;
  const codeCheck = await checkCode(
    { acq, countCodeCheck: metrics.countCodeCheck },
    { code, validityTimestamp },
  );
  const inviter = codeCheck.status === "usable" ? codeCheck.inviter : null;
  return [{ code, validityTimestamp, expiresAt: expiresAt.getTime(), inviter }, ...links].slice(
    0,
    maxShownLinks,
  );
}

/**
 * Returns the list of created links for the page, and the same list encrypted for the page's form. The server does not
 * store the list.
 */
async function createLinkList(context: RequestContext, links: CreatedLink[]) {
  const t = createTranslate(context);
  const siteUrl = createSiteUrl(context);
  return {
    sealed: links.length > 0 ? context.tokenCrypto.encrypt("links", { links }, linkListLifetimeSeconds) : "",
    site: siteUrl,
    links: await Promise.all(
      links.map(async ({ inviter, expiresAt, ...link }) => ({
        code: link.code,
        path: createLinkPath(link),
        lastDay: formatLastDay(context, new Date(expiresAt)),
        headline: inviter
          ? t("registration:form.headingInvited", { inviter })
          : t("registration:form.heading"),
        qr: await createQrCode(`${siteUrl}${createLinkPath(link)}`),
      })),
    ),
  };
}
