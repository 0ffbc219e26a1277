import { CopyField } from "~/components/copy-field";
import { QrCode, type QrCodeData } from "~/components/qr-code";
import { ShareButton } from "~/components/share-button";
import { useSite } from "~/components/site";
import { StaticHtml } from "~/components/static-html";
import { mailLink } from "../mail-link";

export interface PersonalInvitation {
  link: string;
  qrCode: QrCodeData;
  subject: string;
  letter: string;
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
