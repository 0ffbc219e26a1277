import type { Translate } from "~/i18n/translator";

/** @param inviter undefined or empty where nobody is named */
export function invitedHeadline(t: Translate, inviter: string | null | undefined): string {
  return inviter ? t("landing:headline.invited", { inviter }) : t("landing:headline.invitedAnonymous");
}
