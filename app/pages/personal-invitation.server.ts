import type { Viewer } from "~/acq/operations/viewer.server";
import type { QrCodeData } from "~/components/qr-code";
import type { RequestContext } from "~/context.server";
import { translateFor } from "./page-data.server";
import { qrCodeOf } from "./qr-code.server";
import { siteUrl } from "./site-url.server";

/** What a member passes on: worded for a friend, in the member's language. */
export interface PersonalInvitation {
  link: string;
  qrCode: QrCodeData;
  subject: string;
  /** A whole letter. */
  letter: string;
  /** One sentence to stand before the link. */
  message: string;
}

/** The personal link of a member's code, and the words that it is sent with. */
export async function personalInvitation(
  context: RequestContext,
  { firstName }: Pick<Viewer, "firstName">,
  registrationCode: string,
): Promise<PersonalInvitation> {
  // Unprefixed: it opens in the friend's language. The campaign's headline names the inviter.
  const link = `${siteUrl(context)}/viral?${new URLSearchParams({ rc: registrationCode }).toString()}`;
  const t = translateFor(context);
  return {
    link,
    qrCode: await qrCodeOf(link),
    subject: t("account:letter.subject"),
    letter: t("account:letter.body", { link, name: firstName }),
    message: t("account:letter.message"),
  };
}
