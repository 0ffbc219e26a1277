import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requestContext, type RequestContext } from "~/request/context.server";
import { isForbidden } from "~/acq/answers";
import { fieldText, isAcceptedForm, issueFormToken } from "~/request/form-token.server";
import { checkAdminAccess, requireAdmin } from "~/request/guards.server";
import { createSplitData, createSplit } from "./make-split.server";
import { pageData } from "~/request/page-data.server";
import { expiredMessage, failureMessage } from "~/request/replies.server";
import { emptySplit, maxTargets, parseSplitForm, typedSplit, addRow } from "./typed-split.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import type { AdminRefusal } from "~/routes/admin/admin-problems";
import { pageMeta } from "~/ui/components/page-meta";
import { type SplitFormReply, SplitGeneratorPage } from "./split-generator-page";
import { collectPreview, previewToken } from "~/experiments/preview-token.server";
import { siteUrl } from "~/request/urls.server";

export const handle: PageHandle = {
  layout: "black-inclined-lines",
  i18n: ["admin", "sharing"],
  login: false,
};

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const context = requestContext(args);
  await requireAdmin(context);
  return {
    page: pageData(context, "admin:splitGenerator.title", "admin:splitGenerator.description"),
    formToken: issueFormToken(context),
    empty: emptySplit(),
    targetLimit: maxTargets,
  };
}

export async function action(args: ActionFunctionArgs) {
  const context = requestContext(args);
  const form = await args.request.formData();
  const typed = typedSplit(form);
  const permission = await checkAdminAccess(context);
  if (permission.status === "refused") return null;
  if (permission.status === "failed")
    return refuse({ status: "failed", failure: failureMessage(context, permission.failure) }, 503);
  if (!isAcceptedForm(context, form))
    return refuse({ status: "failed", failure: expiredMessage(context) }, 422, readChosenFeatures(form));
  if (fieldText(form, "intent") === "add")
    return data<SplitFormReply>({ typed: addRow(typed), result: { status: "added" } });
  if (fieldText(form, "intent") === "preview")
    return data<SplitFormReply>({
      typed,
      result: { status: "preview", preview: createPreview(context, form) },
    });

  const split = parseSplitForm(typed);
  if (split.status === "problem") return refuse(split, 422);
  const outcome = await createSplit(context, form, split.label, split.targets);
  switch (outcome.status) {
    case "made":
      // Gives the next form a new id. With the same id, submitting the same targets again would not create a second
      // split link.
      context.responseState.sentForm = undefined;
      return data<SplitFormReply>({
        typed,
        result: { status: "made", split: await createSplitData(context, outcome) },
      });
    case "refused":
      return refuse({ status: "problem", fields: outcome.fields }, 422);
    case "long":
      return refuse({ status: "problem", fields: [{ fieldId: "target-1", problems: ["long"] }] }, 422);
    case "failed":
      if (isForbidden(outcome.failure)) return refuse({ status: "forbidden" }, 403);
      return refuse({ status: "failed", failure: failureMessage(context, outcome.failure) }, 503);
  }

  function refuse(result: AdminRefusal, status: 403 | 422 | 503, chosen?: SplitFormReply["chosen"]) {
    context.responseState.invalid = true;
    return data<SplitFormReply>({ typed, result, ...(chosen && { chosen }) }, { status });
  }
}

export default function SplitGenerator() {
  const { formToken, empty, targetLimit } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <SplitGeneratorPage
      formToken={formToken}
      typed={answer?.typed ?? empty}
      result={answer?.result}
      chosen={answer?.chosen}
      targetLimit={targetLimit}
    />
  );
}

/**
 * Returns a preview link. For 24 hours it shows the chosen variants to anyone with the link
 * (docs/decisions/experiments.md).
 */
function createPreview(context: RequestContext, form: FormData) {
  const preview = collectPreview((name) => fieldText(form, name));
  return {
    site: siteUrl(context),
    path: `/?preview=${previewToken(context.sealing, preview)}`,
    chosen: readChosenFeatures(form),
  };
}

function readChosenFeatures(form: FormData): Record<string, string> {
  return Object.fromEntries(collectPreview((name) => fieldText(form, name)));
}
