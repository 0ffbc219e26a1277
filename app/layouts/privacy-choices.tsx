import { useSite } from "~/components/site";

const purposes = ["analytics", "marketing"] as const;

/** The visitor's choice, at any time and without script (contract.md, section 12): yes is as easy as no. */
export function PrivacyChoices() {
  const { t, href, here } = useSite();
  return (
    <details className="privacy">
      <summary>{t("frame:consent.title")}</summary>
      <form className="stack" method="post" action={href("/consent")}>
        <input type="hidden" name="returnTo" value={here} />
        <p>{t("frame:consent.body")}</p>
        {purposes.map((purpose) => (
          <div className="checkbox" key={purpose}>
            <input type="checkbox" id={`consent-${purpose}`} name={purpose} />
            <label htmlFor={`consent-${purpose}`}>{t(`frame:consent.${purpose}`)}</label>
          </div>
        ))}
        <div className="row">
          <button type="submit" className="button quiet-button" name="choice" value="selection">
            {t("frame:consent.save")}
          </button>
          <button type="submit" className="button quiet-button" name="choice" value="none">
            {t("frame:consent.rejectAll")}
          </button>
          <button type="submit" className="button quiet-button" name="choice" value="all">
            {t("frame:consent.acceptAll")}
          </button>
        </div>
      </form>
    </details>
  );
}
