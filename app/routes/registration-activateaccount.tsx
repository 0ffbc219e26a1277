import { createHash } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requestContext } from "~/context.server";
import { activate } from "~/domain/activation/activate.server";
import { clubLink } from "~/http/club-links.server";
import { keepDraft, readDraft } from "~/http/draft.server";
import { fieldText } from "~/http/field-text";
import { issueFormToken } from "~/http/form-token.server";
import { pageData } from "~/http/page-data.server";
import { seeOther, unavailable } from "~/http/replies.server";
import type { PageHandle } from "~/layouts/page-handle";
import { ActivatedPage, ActivationPage } from "~/views/activation-page";
import { pageMeta } from "~/views/page-meta";

const doneSchema = z.enum(["activated", "already"]);

export const handle: PageHandle = {
  layout: "no-footer",
  i18n: ["activation"],
  languageInPlace: true,
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
  return { page, view: "ask" as const, accountActivationId, formToken: await issueFormToken(app) };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  const id = fieldText(await request.formData(), "accountActivationId");
  if (id === "" || id.length > 200)
    return seeOther(app, "/registration/activateaccountError?reason=not-found");

  const outcome = await activate(app, id, createHash("sha256").update(`activate ${id}`).digest("hex"));
  switch (outcome.status) {
    case "activated":
    case "already":
      // The draft has done its work; only the way on is left.
      await keepDraft(app, { continueUrl: outcome.continueUrl ?? undefined });
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
