import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useStoreVisit } from "~/ui/components/stored-code";
import { getRequestContext } from "~/request/context.server";
import { readDraft } from "~/request/draft.server";
import { createPageMetaData } from "~/request/page-data.server";
import { trackRefusal } from "~/request/page-events.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import type { Draft } from "~/domain/registration/draft-schema.server";
import { isCodeCorrect, refusalReasons, type RefusalReason } from "~/domain/registration/registration-code";
import { Denied } from "./denied";
import { createPageMeta } from "~/ui/components/page-meta";

export const handle: PageHandle = {
  layout: "centered",
  gate: "closed",
  i18n: ["deny", "sharing"],
  formId: "main-form",
};

export const meta = createPageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const reasonParameter = context.currentUrl.searchParams.get("reason");
  const reason = refusalReasons.find((knownReason) => knownReason === reasonParameter) ?? "invalid";
  const draft = await readDraft(context);
  const { registrationCode, refusedCode, inviter, referrer } = draft;
  const refusedInvitation = reason === "referrer" ? { registrationCode, fref: referrer } : {};
  trackRefusal(context, reason);
  const page = createPageMetaData(context, "deny:title", "deny:description");
  const code = selectShownCode(reason, draft);
  // Shows the draft's inviter only together with a refused code. Without a refused code, the draft may contain an
  // earlier invitation that is still valid.
  const inviterToAsk = refusedCode && inviter;
  return data({ page, reason, refused: refusedInvitation, code, inviter: inviterToAsk }, { status: 403 });
}

/**
 * Returns the code for the code field. A code that is correct but expired or without a place cannot be corrected, so
 * the field is free for another one.
 */
function selectShownCode(
  reason: RefusalReason,
  { typedCode, refusedCode, registrationCode }: Draft,
): string | undefined {
  if (typedCode !== undefined) return typedCode;
  if (!isCodeCorrect(reason)) return refusedCode ?? registrationCode;
  return registrationCode === refusedCode ? undefined : registrationCode;
}

export default function RegistrationDeny() {
  const { reason, refused, code, inviter } = useLoaderData<typeof loader>();
  useStoreVisit(refused);
  return <Denied reason={reason} code={code} inviter={inviter} />;
}
