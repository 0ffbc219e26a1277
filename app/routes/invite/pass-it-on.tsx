import { invitedHeadline } from "~/ui/components/invited-headline";
import { CopyField } from "~/ui/components/copy-field";
import { mailLink, ShareButton } from "~/ui/components/share";
import { Brand } from "~/ui/layouts/brand";
import { type QrCodeData, QrFiles, QrPicture } from "~/ui/components/qr-code";
import { useSite } from "~/ui/components/site";
import { StaticHtml } from "~/ui/components/static-html";

/** A member's invitation: worded for a friend, in the member's language. */
export interface PersonalInvitation {
  link: string;
  qrCode: QrCodeData;
  subject: string;
  /** A whole letter. */
  letter: string;
  /** One sentence to stand before the link. */
  message: string;
}

interface PassItOnProps {
  personal: PersonalInvitation;
  code: string;
}

/** The invitation itself, to be told, copied, sent or scanned. */
export function PassItOn({ personal, code }: PassItOnProps) {
  const { t } = useSite();
  const { link, qrCode, subject, letter, message } = personal;
  return (
    <section className="pass" aria-label={t("sharing:share.heading")}>
      <StaticHtml>{import.meta.env.SSR && <InvitationCard code={code} qrCode={qrCode} />}</StaticHtml>
      <div className="stack">
        <CopyField id="link" label={t("sharing:share.label")} hint={t("sharing:share.hint")} value={link} />
        <p className="row">
          <a className="button" href={mailLink({ subject, body: letter })}>
            {t("sharing:share.mail")}
          </a>{" "}
          <ShareButton label={t("sharing:share.button")} title={subject} text={message} url={link} />
        </p>
        <StaticHtml>
          {import.meta.env.SSR && (
            <details className="fold">
              <summary>{t("sharing:qr.save")}</summary>
              <p className="qr-files row">
                <QrFiles code={qrCode} fileName={`invitation-${code}`} />
              </p>
            </details>
          )}
        </StaticHtml>
      </div>
    </section>
  );
}

interface InvitationCardProps {
  code: string;
  qrCode: QrCodeData;
}

/** All that a friend needs on one card, to be held out or photographed. */
function InvitationCard({ code, qrCode }: InvitationCardProps) {
  const { t, brand, member } = useSite();
  return (
    <div className="card">
      <p className="card-brand">
        <Brand name={brand} />
      </p>
      <p className="card-words">{invitedHeadline(t, member?.firstName?.trim())}</p>
      <dl className="card-code">
        <dt>{t("landing:code.label")}</dt>
        <dd className="code">{code}</dd>
      </dl>
      <QrPicture code={qrCode} />
    </div>
  );
}
