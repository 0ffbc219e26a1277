import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requestContext, type RequestContext } from "~/context.server";
import { isForbidden, makeLink } from "~/domain/invitation-link/make-link.server";
import type { MadeLink } from "~/domain/invitation-link/made-links.schema";
import { readTypedCode } from "~/domain/registration/registration-code";
import { readDraft } from "~/pages/draft.server";
import { fieldText } from "~/http/forms/field-text";
import { issueFormToken } from "~/http/forms/form-token.server";
import { administration, requireAdmin } from "~/pages/guards.server";
import { addMadeLink, madeLinksData, readMadeLinks } from "~/pages/made-links.server";
import { pageData, translateFor } from "~/pages/page-data.server";
import { failureMessage } from "~/pages/replies.server";
import { submissionKey } from "~/pages/submission-key.server";
import type { PageHandle } from "~/layouts/page-handle";
import type { AdminProblem, Refusal } from "~/views/admin-problems";
import { LinkGeneratorPage, type LinkAnswer } from "~/views/link-generator-page";
import { pageMeta } from "~/views/page-meta";

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
  if (may.status === "failed") return refuse({ status: "failed", failure: failureMessage(may.failure) }, 503);

  const read = readTypedCode(typed);
  if (read.status !== "ok") return refuse(problem([read.status]), 422);
  const { code } = read;
  const outcome = await makeLink(app, code, await submissionKey(app, form, { code }));
  switch (outcome.status) {
    case "made":
      // The next form is another one, so that the same code makes another link.
      app.sentForm = undefined;
      return answer("", await addMadeLink(app, links, outcome.link), 200);
    case "refused":
      return refuse(problem(outcome.errors), 422);
    case "failed":
      if (isForbidden(outcome.failure)) return refuse({ status: "forbidden" }, 403);
      return refuse({ status: "failed", failure: failureMessage(outcome.failure) }, 503);
  }

  function refuse(refusal: Refusal, status: 403 | 422 | 503) {
    app.invalid = true;
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

/** What a link to the registration form unfolds to where it is shared, in the language of this request. */
function shareCard(context: RequestContext): { title: string; description: string; imageAlt: string } {
  const t = translateFor(context);
  return {
    title: t("common:title.page", { title: t("registration:form.title") }),
    description: t("registration:form.description"),
    imageAlt: t("landing:share.alt"),
  };
}
