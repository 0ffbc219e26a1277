import { useEffect, useRef, type ReactNode } from "react";
import { createDescribedBy, FieldMessages } from "./field";
import { useSite } from "./site";
import { useToast } from "./toasts";
import { useHydrated } from "./use-hydrated";

interface CopyFieldProps {
  id: string;
  label: ReactNode;
  hint?: string | undefined;
  value: string;
  /** True if the link was just created. The field then takes the focus, and script selects the link. */
  autoFocus?: boolean;
}

/**
 * A read-only field with a link and, with script, a button that copies it. If the browser forbids copying, the button
 * selects the link (docs/product/registration.md#administration).
 */
export function CopyField({ id, label, hint, value, autoFocus = false }: CopyFieldProps) {
  const { t } = useSite();
  const fieldRef = useRef<HTMLInputElement>(null);
  const toast = useToast();
  const isHydrated = useHydrated();

  useEffect(() => {
    if (autoFocus && document.activeElement === fieldRef.current) fieldRef.current?.select();
  }, [autoFocus]);

  async function copyToClipboard(): Promise<void> {
    try {
      // Browsers omit `navigator.clipboard` on plain HTTP. The error is handled like a forbidden copy.
      await navigator.clipboard.writeText(value);
      toast.showToast(t("sharing:copy.done"), "success");
    } catch {
      fieldRef.current?.focus();
      fieldRef.current?.select();
      toast.showToast(t("sharing:copy.selected"));
    }
  }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <FieldMessages id={id} hint={hint} />
      {/* Shows the whole link in a browser without styles, where the field shows only twenty characters. */}
      <p className="copy-text">
        <a href={value}>{value}</a>
      </p>
      <div className="copy-field">
        <input
          id={id}
          type="text"
          value={value}
          readOnly
          ref={fieldRef}
          spellCheck={false}
          autoFocus={autoFocus}
          aria-describedby={createDescribedBy({ id, hint })}
        />
        {isHydrated && (
          <button
            type="button"
            data-script=""
            className="button quiet-button"
            aria-describedby={id}
            onClick={() => void copyToClipboard()}
          >
            {t("sharing:copy.button")}
          </button>
        )}
      </div>
    </div>
  );
}
