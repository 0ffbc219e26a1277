import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getRequestContext, type RequestContext } from "~/request/context.server";
import { readFieldText, issueFormToken } from "~/request/form-token.server";
import { requireAdmin } from "~/request/guards.server";
import { createSplitData, createSplit } from "./create-split.server";
import { createPageMetaData } from "~/request/page-data.server";
import {
  createEmptySplit,
  maxTargets,
  parseSplitForm,
  readSplitInput,
  addTargetRow,
} from "./typed-split.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { checkAdminForm, createFailureRefusal, getRefusalHttpStatus } from "~/routes/admin/admin-form.server";
import type { AdminRefusal } from "~/routes/admin/admin-problems";
import { createPageMeta } from "~/ui/components/page-meta";
import { type SplitFormReply, SplitGeneratorPage } from "./split-generator-page";
import { collectPreviewChoices, createPreviewToken } from "~/experiments/preview-token.server";
import { createSiteUrl } from "~/request/urls.server";

export const handle: PageHandle = {
  layout: "black-inclined-lines",
  i18n: ["admin", "sharing"],
  hasLoginLink: false,
};

export const meta = createPageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  await requireAdmin(context);
  return {
    page: createPageMetaData(context, "admin:splitGenerator.title", "admin:splitGenerator.description"),
    formToken: issueFormToken(context),
    empty: createEmptySplit(),
    targetLimit: maxTargets,
  };
}

export async function action(args: ActionFunctionArgs) {
  const context = getRequestContext(args);
  const form = await args.request.formData();
  const typedSplit = readSplitInput(form);
  const formCheck = await checkAdminForm(context, form);
  if (formCheck.status === "not-admin") return null;
  if (formCheck.status === "failed")
    return refuse(formCheck, formCheck.failure.kind === "expired" ? readChosenFeatures(form) : undefined);
  if (readFieldText(form, "intent") === "add")
    return data<SplitFormReply>({ typed: addTargetRow(typedSplit), result: { status: "added" } });
  if (readFieldText(form, "intent") === "preview")
    return data<SplitFormReply>({
      typed: typedSplit,
      result: { status: "preview", preview: createPreview(context, form) },
    });

  const split = parseSplitForm(typedSplit);
  if (split.status === "problem") return refuse(split);
  const splitOutcome = await createSplit(context, form, split.label, split.targets);
  switch (splitOutcome.status) {
    case "created":
      // Gives the next form a new id. With the same id, submitting the same targets again would not create a second
      // split link.
      context.responseState.formIdentity = undefined;
      return data<SplitFormReply>({
        typed: typedSplit,
        result: { status: "created", split: await createSplitData(context, splitOutcome) },
      });
    case "problem":
      return refuse(splitOutcome);
    case "failed":
      return refuse(createFailureRefusal(context, splitOutcome.failure));
  }

  function refuse(result: AdminRefusal, chosenFeatures?: SplitFormReply["chosen"]) {
    context.responseState.hasFormError = true;
    return data<SplitFormReply>(
      { typed: typedSplit, result, ...(chosenFeatures && { chosen: chosenFeatures }) },
      { status: getRefusalHttpStatus(result) },
    );
  }
}

export default function SplitGenerator() {
  const { formToken, empty, targetLimit } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <SplitGeneratorPage
      formToken={formToken}
      typedSplit={actionData?.typed ?? empty}
      result={actionData?.result}
      chosenVariants={actionData?.chosen}
      targetLimit={targetLimit}
    />
  );
}

/**
 * Returns a preview link. For 24 hours it shows the chosen variants to anyone with the link
 * (docs/decisions/previews.md).
 */
function createPreview(context: RequestContext, form: FormData) {
  const preview = collectPreviewChoices((name) => readFieldText(form, name));
  return {
    site: createSiteUrl(context),
    path: `/?preview=${createPreviewToken(context.tokenCrypto, preview)}`,
    chosen: readChosenFeatures(form),
  };
}

function readChosenFeatures(form: FormData): Record<string, string> {
  return Object.fromEntries(collectPreviewChoices((name) => readFieldText(form, name)));
}
