import { formatInvitedHeadline } from "~/ui/components/invited-headline";
import { type QrCodeData, QrFiles, QrPicture } from "~/ui/components/qr-code";
import { useSite } from "~/ui/components/site";
import { Brand } from "~/ui/layouts/brand.static";

interface InvitationCardProps {
  code: string;
  qrCode: QrCodeData;
}

/**
 * A card with the inviter's name, the code and the QR code. Members show it to friends, or let friends photograph it.
 */
export function InvitationCard({ code, qrCode }: InvitationCardProps) {
  const { t, brand, member } = useSite();
  return (
    <div className="card">
      <p className="card-brand">
        <Brand name={brand} />
      </p>
      <p className="card-words">{formatInvitedHeadline(t, member?.firstName?.trim())}</p>
      <dl className="card-code">
        <dt>{t("landing:code.label")}</dt>
        <dd className="code">{code}</dd>
      </dl>
      <QrPicture code={qrCode} />
    </div>
  );
}

/** Links that download the QR code as files for print. */
export function SavedQrCodes({ code, qrCode }: InvitationCardProps) {
  const { t } = useSite();
  return (
    <details className="fold">
      <summary>{t("sharing:qr.save")}</summary>
      <p className="qr-files row">
        <QrFiles code={qrCode} fileName={`invitation-${code}`} />
      </p>
    </details>
  );
}
