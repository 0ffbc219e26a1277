import { useSite } from "./site";
import { useToast } from "./toasts";
import { useHydrated } from "./use-hydrated";

/**
 * The address of a new e-mail with its text written (RFC 6068, section 2). Lines end as mails end them; an address to
 * write to is left for the visitor to choose.
 */
export function mailLink({ subject, body }: { subject: string; body: string }): string {
  return `mailto:?subject=${encodeForShare(subject)}&body=${encodeForShare(body.replaceAll(/\r?\n/g, "\r\n"))}`;
}

/** Half a character, which an acq may send in a name, has no encoding. */
function encodeForShare(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\ufffd"));
}

interface ShareButtonProps {
  label: string;
  title: string;
  text: string;
  url?: string;
}

/**
 * Hands a text to what the device shares with (Web Share, section 2.1). Without that, or before there is script, an
 * invisible place of the same size is there, so that nothing moves when the button comes.
 */
export function ShareButton({ label, ...shared }: ShareButtonProps) {
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

  // Without a text of its own: a browser without styles shows nothing.
  if (!isLive) return <span className="button quiet-button share-place" data-label={label} />;
  return (
    <button type="button" data-script="" className="button quiet-button" onClick={() => void share()}>
      {label}
    </button>
  );
}
