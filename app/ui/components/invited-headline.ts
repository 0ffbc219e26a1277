import type { Translate } from "~/i18n/translator";

/** @param inviter - undefined or empty if the inviter has no name */
export function formatInvitedHeadline(t: Translate, inviter: string | null | undefined): string {
  return inviter ? t("landing:headline.invited", { inviter }) : t("landing:headline.invitedAnonymous");
}
