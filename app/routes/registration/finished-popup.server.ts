import type { RequestContext } from "~/request/context.server";
import { isLandingPath } from "~/request/paths";
import { toSafeReturnPath } from "~/request/return-path.server";
import { splitLanguagePrefix } from "~/i18n/negotiate";
import { readMailSentData, type MailSentData } from "./mail-sent.server";

/**
 * The data of the finished message that a landing page shows in a dialog. `popup` is the path of the landing page
 * (docs/decisions/finished-popup.md).
 */
type FinishedPopup = Extract<MailSentData, { view: "waiting" }> & { popup: string };

/**
 * Returns the requested path if it is a landing page and the feature `form-finished-popup` is on; otherwise undefined.
 * The path is missing in a form without script, because only a script sets it.
 */
export function validatePopupLandingPath(
  { features }: RequestContext,
  requestedPath: string | undefined,
): string | undefined {
  if (!features["form-finished-popup"] || !requestedPath) return undefined;
  const path = toSafeReturnPath(requestedPath);
  return path === requestedPath && isLandingPath(splitLanguagePrefix(path).pathAfterPrefix)
    ? path
    : undefined;
}

/**
 * Returns the path of the requested page if it is a landing page that can show the finished message in a dialog.
 * Returns undefined for other pages, and without the feature `form-finished-popup`.
 */
export function findPopupLandingPath(context: RequestContext): string | undefined {
  const { prefix, path } = context;
  return validatePopupLandingPath(context, path === "/" ? prefix || "/" : `${prefix}${path}`);
}

/**
 * Returns the URL path at which a landing page shows the finished message. The path contains no code, because the
 * registration is in the draft.
 */
export function createPopupUrl(page: string): string {
  return `${page}?done=finished`;
}

/**
 * Returns the finished message to show on a landing page. Undefined if the URL does not request it, or if no
 * registration was sent.
 */
export async function readFinishedPopup(context: RequestContext): Promise<FinishedPopup | undefined> {
  const popupPath = findPopupLandingPath(context);
  if (popupPath === undefined || context.currentUrl.searchParams.get("done") !== "finished") return undefined;
  const mailSentData = await readMailSentData(context);
  return mailSentData?.view === "waiting" ? { ...mailSentData, popup: popupPath } : undefined;
}
