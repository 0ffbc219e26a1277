import { type AcqFailure, isForbidden } from "~/acq/results";
import type { RequestContext } from "~/request/context.server";
import { isAcceptedForm } from "~/request/form-token.server";
import { checkAdminAccess } from "~/request/guards.server";
import { createExpiredFormMessage, createFailureMessage } from "~/request/replies.server";
import type { AdminRefusal } from "./admin-problems";

/**
 * Checks the role of the visitor that sent a form, then the form's token. The caller need not respond to `not-admin`,
 * because the page's loader does so (`checkAdminAccess`).
 */
export async function checkAdminForm(
  context: RequestContext,
  form: FormData,
): Promise<{ status: "accepted" | "not-admin" } | Extract<AdminRefusal, { status: "failed" }>> {
  const adminAccess = await checkAdminAccess(context);
  if (adminAccess.status === "refused") return { status: "not-admin" };
  if (adminAccess.status === "failed")
    return { status: "failed", failure: createFailureMessage(context, adminAccess.failure) };
  if (!isAcceptedForm(context, form)) return { status: "failed", failure: createExpiredFormMessage(context) };
  return { status: "accepted" };
}

/** Returns the refusal that an administrator's form shows after a failed call to acq. */
export function createFailureRefusal(context: RequestContext, failure: AcqFailure): AdminRefusal {
  if (isForbidden(failure)) return { status: "forbidden" };
  return { status: "failed", failure: createFailureMessage(context, failure) };
}

export function getRefusalHttpStatus(refusal: AdminRefusal): 403 | 422 | 503 {
  switch (refusal.status) {
    case "problem":
      return 422;
    case "forbidden":
      return 403;
    case "failed":
      return refusal.failure.kind === "expired" ? 422 : 503;
  }
}
