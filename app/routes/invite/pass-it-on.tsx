import { CopyField } from "~/ui/components/copy-field";
import { mailLink, ShareButton } from "~/ui/components/share";
import { QrCode, type QrCodeData } from "~/ui/components/qr-code";
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
      <StaticHtml id="pass-code">{import.meta.env.SSR && <OwnCode code={code} />}</StaticHtml>
      <div className="stack">
        <CopyField id="link" label={t("sharing:share.label")} hint={t("sharing:share.hint")} value={link} />
        <p className="row">
          <a className="button" href={mailLink({ subject, body: letter })}>
            {t("sharing:share.mail")}
          </a>
          <ShareButton title={subject} text={message} url={link} />
        </p>
      </div>
      <StaticHtml id="pass-qr">
        {import.meta.env.SSR && (
          <div className="pass-qr">
            <QrCode code={qrCode} fileName={`invitation-${code}`} />
          </div>
        )}
      </StaticHtml>
    </section>
  );
}

function OwnCode({ code }: { code: string }) {
  const { t } = useSite();
  return (
    <dl className="pass-code">
      <dt>{t("account:invite.code")}</dt>
      <dd className="code">{code}</dd>
    </dl>
  );
}
