import { useSite } from "~/components/site";

const purposes = ["analytics", "marketing"] as const;

/**
 * The visitor's choice, at any time and without script (docs/product.md#consent-and-analytics): yes is as easy as no. The consent
 * service shows the same form as its banner (app/consent).
 */
export function PrivacyChoices() {
  return (
    <>
      <Choices />
      {/* Where the service says things: there before the first of them, or screen readers would not announce it. */}
      <div className="toasts" id="privacy-said" role="status" />
    </>
  );
}

function Choices() {
  const { t, href, here } = useSite();
  return (
    <details className="privacy">
      <summary>{t("frame:consent.title")}</summary>
      <form
        className="privacy-form stack"
        method="post"
        action={href("/consent")}
        data-saved={t("frame:consent.saved")}
      >
        <input type="hidden" name="returnTo" value={here} />
        <p>{t("frame:consent.body")}</p>
        <details open>
          <summary>{t("frame:consent.choose")}</summary>
          {purposes.map((purpose) => (
            <div className="checkbox" key={purpose}>
              <input
                type="checkbox"
                id={`consent-${purpose}`}
                name={purpose}
                aria-describedby={`consent-${purpose}-hint`}
              />
              <label htmlFor={`consent-${purpose}`}>{t(`frame:consent.${purpose}`)}</label>
              <p className="hint" id={`consent-${purpose}-hint`}>
                {t(`frame:consent.${purpose}Hint`)}
              </p>
            </div>
          ))}
          <Choice value="selection">{t("frame:consent.save")}</Choice>
        </details>
        <div className="row">
          <Choice value="none">{t("frame:consent.rejectAll")}</Choice>
          <Choice value="all">{t("frame:consent.acceptAll")}</Choice>
        </div>
      </form>
    </details>
  );
}

function Choice({ value, children }: { value: "selection" | "none" | "all"; children: string }) {
  return (
    <button type="submit" className="button quiet-button" name="choice" value={value}>
      {children}
    </button>
  );
}
