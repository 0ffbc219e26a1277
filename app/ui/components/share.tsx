import { useSite } from "./site";
import { useToast } from "./toasts";
import { useHydrated } from "./use-hydrated";

/**
 * Returns a `mailto:` URL without a recipient. Line breaks of the body become CRLF, as RFC 6068, section 2, requires.
 */
export function createMailLink({ subject, body }: { subject: string; body: string }): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll(/\r?\n/g, "\r\n"))}`;
}

interface ShareButtonProps {
  label: string;
  title: string;
  text: string;
  url?: string;
}

/**
 * Shares a text with the device's share dialog (Web Share, section 2.1). Before hydration, and in browsers without Web
 * Share, the button is an invisible placeholder of the same size, so that nothing moves.
 */
export function ShareButton({ label, ...shareData }: ShareButtonProps) {
  const { t } = useSite();
  const toast = useToast();
  const canShare = useHydrated() && typeof navigator.share === "function";

  async function shareLink(): Promise<void> {
    try {
      await navigator.share(shareData);
    } catch (error) {
      // Shows no message, because the visitor closed the device's share dialog, which is not an error.
      if (error instanceof DOMException && error.name === "AbortError") return;
      toast.showToast(t("sharing:share.failed"));
    }
  }

  // The placeholder's label is an attribute and not text, so that browsers without styles show nothing.
  if (!canShare) return <span className="button quiet-button share-place" data-label={label} />;
  return (
    <button type="button" data-script="" className="button quiet-button" onClick={() => void shareLink()}>
      {label}
    </button>
  );
}
