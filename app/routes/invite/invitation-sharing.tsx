import { CopyField } from "~/ui/components/copy-field";
import { createMailLink, ShareButton } from "~/ui/components/share";
import type { QrCodeData } from "~/ui/components/qr-code";
import { useSite } from "~/ui/components/site";
import { InvitationCard, SavedQrCodes } from "./invitation-card.static";
import { StaticHtml } from "~/ui/components/static-html";

/**
 * A member's invitation link, with texts that the member can send to a friend. The texts are in the member's language.
 */
export interface PersonalInvitation {
  link: string;
  qrCode: QrCodeData;
  subject: string;
  /** The text of an e-mail to a friend. */
  letter: string;
  /** The text of a shared message, one sentence. The link follows it. */
  message: string;
}

interface InvitationSharingProps {
  personalInvitation: PersonalInvitation;
  code: string;
}

/** Shows the invitation with its card, a link to copy, and buttons to send it. */
export function InvitationSharing({ personalInvitation, code }: InvitationSharingProps) {
  const { t } = useSite();
  const { link, qrCode, subject, letter, message } = personalInvitation;
  return (
    <section className="pass" aria-label={t("sharing:share.heading")}>
      <StaticHtml>
        <InvitationCard code={code} qrCode={qrCode} />
      </StaticHtml>
      <div className="stack">
        <CopyField id="link" label={t("sharing:share.label")} hint={t("sharing:share.hint")} value={link} />
        <p className="row">
          <a className="button" href={createMailLink({ subject, body: letter })}>
            {t("sharing:share.mail")}
          </a>{" "}
          <ShareButton label={t("sharing:share.button")} title={subject} text={message} url={link} />
        </p>
        <StaticHtml>
          <SavedQrCodes code={code} qrCode={qrCode} />
        </StaticHtml>
      </div>
    </section>
  );
}
