import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requestContext, type RequestContext } from "~/request/context.server";
import { isForbidden } from "~/acq/failure";
import { generateRegistrationLink } from "~/acq/operations/generate-registration-link.server";
import { addMadeLink, type MadeLink, madeLinksData, readMadeLinks } from "./made-links.server";
import { readTypedCode } from "~/domain/registration/registration-code";
import { readDraft } from "~/request/draft.server";
import { fieldText, issueFormToken, submissionKey } from "~/request/form-token.server";
import { administration, requireAdmin } from "~/request/guards.server";
import { pageData, translateFor } from "~/request/page-data.server";
import { failureMessage } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import type { AdminProblem, Refusal } from "~/routes/admin/admin-problems";
import { type LinkAnswer, LinkGeneratorPage } from "./link-generator-page";
import { pageMeta } from "~/ui/components/page-meta";

export const handle: PageHandle = {
  layout: "black-inclined-lines",
  i18n: ["admin", "sharing"],
  formId: "main-form",
  login: false,
  personal: true,
};

export const meta = pageMeta;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  await requireAdmin(app);
  const { registrationCode } = await readDraft(app);
  return {
    page: pageData(app, "admin:linkGenerator.title", "admin:linkGenerator.description"),
    formToken: await issueFormToken(app),
    typed: registrationCode,
    card: shareCard(app),
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  const form = await request.formData();
  const typed = fieldText(form, "registrationCode");
  const links = await readMadeLinks(app, form);
  const may = await administration(app);
  if (may.status === "refused") return null;
  if (may.status === "failed")
    return refuse({ status: "failed", failure: failureMessage(app, may.failure) }, 503);

  const read = readTypedCode(typed);
  if (read.status !== "ok") return refuse(problem([read.status]), 422);
  const { code } = read;
  const asked = await generateRegistrationLink(app.acq, code, await submissionKey(app, form, { code }));
  if (!asked.ok) {
    if (isForbidden(asked.failure)) return refuse({ status: "forbidden" }, 403);
    return refuse({ status: "failed", failure: failureMessage(app, asked.failure) }, 503);
  }
  const made = asked.data;
  if (!made.link) return refuse(problem(made.errors), 422);
  // The next form is another one, so that the same code makes another link.
  app.reply.sentForm = undefined;
  return answer("", await addMadeLink(app, links, made.link), 200);

  function refuse(refusal: Refusal, status: 403 | 422 | 503) {
    app.reply.invalid = true;
    return answer(typed, links, status, refusal);
  }

  async function answer(kept: string, list: MadeLink[], status: number, refusal?: Refusal) {
    const reply = { typed: kept, list: await madeLinksData(app, list), ...(refusal && { refusal }) };
    return data<LinkAnswer>(reply, { status });
  }
}

function problem(problems: readonly AdminProblem[]): Refusal {
  return { status: "problem", fields: [{ fieldId: "registrationCode", problems }] };
}

export default function RegistrationLinkGenerator() {
  const { formToken, typed, card } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <LinkGeneratorPage formToken={formToken} typed={typed} card={card} answer={answer ?? undefined} />;
}

/** The card of a link to the registration form where it is shared, in the language of this request. */
function shareCard(context: RequestContext): { title: string; description: string; imageAlt: string } {
  const t = translateFor(context);
  return {
    title: t("common:title.page", { title: t("registration:form.title") }),
    description: t("registration:form.description"),
    imageAlt: t("landing:share.alt"),
  };
}
