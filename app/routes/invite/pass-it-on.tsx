import { CopyField } from "~/ui/components/copy-field";
import { QrCode, type QrCodeData } from "~/ui/components/qr-code";
import { useSite } from "~/ui/components/site";
import { StaticHtml } from "~/ui/components/static-html";
import { useToast } from "~/ui/components/toasts";
import { useHydrated } from "~/ui/components/use-hydrated";

/**
 * The address of a new e-mail with its text written (RFC 6068, section 2). Lines end as mails end them; an address to
 * write to is left for the visitor to choose.
 */
export function mailLink({ subject, body }: { subject: string; body: string }): string {
  return `mailto:?subject=${encoded(subject)}&body=${encoded(body.replaceAll(/\r?\n/g, "\r\n"))}`;
}

/** Half a character, which an acq may send in a name, has no encoding. */
function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\ufffd"));
}

interface ShareButtonProps {
  title: string;
  text: string;
  url: string;
}

/**
 * Hands a link to what the device shares with (Web Share, section 2.1). Where there is no such thing, or no script, it
 * keeps its place and is not there for anybody: nothing moves when it comes to life.
 */
function ShareButton(shared: ShareButtonProps) {
  const { t } = useSite();
  const toast = useToast();
  const isLive = useHydrated() && typeof navigator.share === "function";

  async function share(): Promise<void> {
    try {
      await navigator.share(shared);
    } catch (error) {
      // Closed without having chosen anything, which needs no word.
      if (error instanceof DOMException && error.name === "AbortError") return;
      toast.show(t("sharing:share.failed"));
    }
  }

  return (
    <button
      type="button"
      className="button quiet-button share-button"
      data-live={isLive || undefined}
      onClick={() => void share()}
    >
      {t("sharing:share.button")}
    </button>
  );
}

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
