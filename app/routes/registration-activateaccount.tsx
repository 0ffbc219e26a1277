import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { landingActivateAccountRegistration } from "~/analytics/events";
import { requestContext } from "~/context.server";
import { activate } from "~/domain/activation/activate.server";
import { clubLink } from "~/pages/club-links.server";
import { saveDraft, readDraft } from "~/pages/draft.server";
import { fieldText } from "~/http/forms/field-text";
import { issueFormToken } from "~/http/forms/form-token.server";
import { countAgainstLimit } from "~/pages/limits.server";
import { pageData } from "~/pages/page-data.server";
import { trackShown } from "~/pages/page-events.server";
import { seeOther, unavailable } from "~/pages/replies.server";
import { submissionKey } from "~/pages/submission-key.server";
import type { PageHandle } from "~/layouts/page-handle";
import { ActivatedPage, ActivationPage } from "~/views/activation-page";
import { pageMeta } from "~/views/page-meta";

const doneSchema = z.enum(["activated", "already"]);

export const handle: PageHandle = {
  layout: "no-footer",
  i18n: ["activation", "frame"],
  languageInPlace: true,
  consent: false,
  personal: true,
};

export const meta = pageMeta;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const page = pageData(app, "activation:page.title", "activation:page.description");
  const { searchParams } = new URL(request.url);
  const done = doneSchema.safeParse(searchParams.get("done")).data;
  if (done) {
    const { continueUrl } = await readDraft(app);
    return { page, view: "done" as const, done, continueUrl: continueUrl ?? clubLink(app, "login") };
  }
  const accountActivationId = searchParams.get("accountActivationId");
  if (!accountActivationId) return seeOther(app, "/registration/activateaccountError?reason=not-found");
  trackShown(app, landingActivateAccountRegistration());
  return { page, view: "ask" as const, accountActivationId, formToken: await issueFormToken(app) };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  const form = await request.formData();
  const id = fieldText(form, "accountActivationId");
  if (id === "" || id.length > 200)
    return seeOther(app, "/registration/activateaccountError?reason=not-found");

  await countAgainstLimit(app, "activation");
  const outcome = await activate(app, id, await submissionKey(app, form, { id }));
  switch (outcome.status) {
    case "activated":
    case "already":
      // The draft has done its work; only the way on is left.
      await saveDraft(app, { continueUrl: outcome.continueUrl ?? undefined });
      return seeOther(app, `/registration/activateaccount?done=${outcome.status}`);
    case "not-found":
    case "failed":
      return seeOther(app, `/registration/activateaccountError?reason=${outcome.status}`);
    case "unavailable":
      throw unavailable(outcome.failure);
  }
}

export default function ActivateAccount() {
  const shown = useLoaderData<typeof loader>();
  if (shown.view === "done") return <ActivatedPage done={shown.done} continueUrl={shown.continueUrl} />;
  return <ActivationPage accountActivationId={shown.accountActivationId} formToken={shown.formToken} />;
}
