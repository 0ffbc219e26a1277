import type { RequestContext } from "~/request/context.server";
import { isLandingPath } from "~/request/paths";
import { safeReturnTo } from "~/request/page-sent-from.server";
import { splitPrefix } from "~/i18n/negotiate";
import { mailSentData, type MailSentData } from "./mail-sent.server";

/** The page below the finished message (docs/decisions/finished-popup.md). */
export type FinishedPopup = Extract<MailSentData, { view: "waiting" }> & { popup: string };

/**
 * Returns the path of the landing page that shows the finished message; undefined without script or without the
 * feature.
 */
export function popupPage(
  { features }: RequestContext,
  requestedPath: string | undefined,
): string | undefined {
  if (!features["form-finished-popup"] || !requestedPath) return undefined;
  const path = safeReturnTo(requestedPath);
  return path === requestedPath && isLandingPath(splitPrefix(path).rest) ? path : undefined;
}

/** Returns the current landing page's path if it can show the finished message; undefined without the feature. */
export function ownPopupPage(context: RequestContext): string | undefined {
  const { prefix, path } = context;
  return popupPage(context, path === "/" ? prefix || "/" : `${prefix}${path}`);
}

/** Returns the address of a landing page with the message. It contains no code; the registration is in the draft. */
export function popupAt(page: string): string {
  return `${page}?done=finished`;
}

/** Returns the message for a landing page; undefined if none is requested or no registration was sent. */
export async function finishedPopup(context: RequestContext): Promise<FinishedPopup | undefined> {
  const popup = ownPopupPage(context);
  if (popup === undefined || context.currentUrl.searchParams.get("done") !== "finished") return undefined;
  const data = await mailSentData(context);
  return data?.view === "waiting" ? { ...data, popup } : undefined;
}
