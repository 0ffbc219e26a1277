import type { HeadlineVariant } from "~/domain/headline";
import type { Translate } from "~/i18n/translator";

/**
 * Returns the headline for an invited visitor. Each headline of the landing page has a text with the inviter's name and
 * a text without a name.
 *
 * @param inviter - undefined or empty if the inviter has no name
 */
export function formatInvitedHeadline(
  t: Translate,
  inviter: string | null | undefined,
  variant: HeadlineVariant = "default",
): string {
  return inviter
    ? t(`landing:invited.headline.${variant}`, { inviter })
    : t(`landing:invited.unsignedHeadline.${variant}`);
}
