import type { RequestContext } from "~/request/context.server";
import { isLandingPath } from "~/request/paths";
import { safeReturnTo } from "~/request/page-sent-from.server";
import { splitPrefix } from "~/i18n/negotiate";
import { mailSentData, type MailSentData } from "./mail-sent.server";

/** The page under the finished message (docs/decisions/finished-popup.md). */
export type FinishedPopup = Extract<MailSentData, { view: "waiting" }> & { popup: string };

/** Where the finished message opens; undefined for a browser without script, or without the feature. */
export function popupPage({ features }: RequestContext, asked: string | undefined): string | undefined {
  if (!features["form-finished-popup"] || !asked) return undefined;
  const path = safeReturnTo(asked);
  return path === asked && isLandingPath(splitPrefix(path).rest) ? path : undefined;
}

/** The landing page itself, as its form names it; undefined without the feature. */
export function ownPopupPage(context: RequestContext): string | undefined {
  const { prefix, path } = context;
  return popupPage(context, path === "/" ? prefix || "/" : `${prefix}${path}`);
}

/** The address at which a landing page shows it: no code in it, and what was sent is in the draft. */
export function popupAt(page: string): string {
  return `${page}?done=finished`;
}

/** The message over the landing page; undefined where none is asked for, or no registration was sent. */
export async function finishedPopup(context: RequestContext): Promise<FinishedPopup | undefined> {
  const popup = ownPopupPage(context);
  if (popup === undefined || context.currentUrl.searchParams.get("done") !== "finished") return undefined;
  const sent = await mailSentData(context);
  return sent?.view === "waiting" ? { ...sent, popup } : undefined;
}
