import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requestContext } from "~/context.server";
import { linkAddress, makeLink } from "~/domain/invitation-link/make-link.server";
import { reasonFor } from "~/domain/registration/check-code.server";
import { readTypedCode } from "~/domain/registration/registration-code";
import { readDraft } from "~/pages/draft.server";
import { fieldText } from "~/http/field-text";
import { issueFormToken } from "~/http/form-token.server";
import { mayAdminister, requireAdmin } from "~/pages/guards.server";
import { pageData } from "~/pages/page-data.server";
import { failureMessage } from "~/pages/replies.server";
import { submissionKey } from "~/pages/submission-key.server";
import { isoOf, type Locale } from "~/i18n/locales";
import type { PageHandle } from "~/layouts/page-handle";
import { LinkGeneratorPage, type LinkAnswer } from "~/views/link-generator-page";
import { pageMeta } from "~/views/page-meta";

export const handle: PageHandle = {
  layout: "black-inclined-lines",
  i18n: ["admin", "landing"],
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
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  if (!(await mayAdminister(app))) return null;
  const form = await request.formData();
  const typed = fieldText(form, "registrationCode");
  const read = readTypedCode(typed);
  if (read.status !== "ok") return showAgain({ status: "problem", typed, problem: read.status }, 422);

  const { code } = read;
  const outcome = await makeLink(app, code, await submissionKey(app, form, { code }));
  switch (outcome.status) {
    case "made": {
      const address = linkAddress(app.config.publicOrigin + app.config.basePath, outcome.link);
      const lastDay = dayOf(outcome.link.expiresAt, app.locale);
      return data<LinkAnswer>({ status: "made", typed, address, lastDay });
    }
    case "refused":
      return showAgain({ status: "problem", typed, problem: reasonFor(outcome.errors) }, 422);
    case "failed":
      return showAgain({ status: "failed", typed, failure: failureMessage(outcome.failure) }, 503);
  }

  function showAgain(answer: LinkAnswer, status: 422 | 503) {
    app.invalid = true;
    return data(answer, { status });
  }
}

/** In the club's own time zone, like everything else that ends on a day (contract.md, section 13). */
function dayOf(date: Date, locale: Locale): string {
  const format = new Intl.DateTimeFormat(isoOf(locale), { dateStyle: "long", timeZone: "Europe/Berlin" });
  return format.format(date);
}

export default function RegistrationLinkGenerator() {
  const { formToken, typed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <LinkGeneratorPage formToken={formToken} typed={typed} answer={answer ?? undefined} />;
}
