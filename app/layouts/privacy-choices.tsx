import { useSite } from "~/components/site";

const purposes = ["analytics", "marketing"] as const;

/** The visitor's choice, at any time and without script (contract.md, section 12): yes is as easy as no. */
export function PrivacyChoices() {
  const { t, href, here } = useSite();
  return (
    <details className="privacy">
      <summary>{t("common:consent.title")}</summary>
      <form className="stack" method="post" action={href("/consent")}>
        <input type="hidden" name="returnTo" value={here} />
        <p>{t("common:consent.body")}</p>
        {purposes.map((purpose) => (
          <div className="checkbox" key={purpose}>
            <input type="checkbox" id={`consent-${purpose}`} name={purpose} />
            <label htmlFor={`consent-${purpose}`}>{t(`common:consent.${purpose}`)}</label>
          </div>
        ))}
        <div className="row">
          <button type="submit" className="button quiet-button" name="choice" value="selection">
            {t("common:consent.save")}
          </button>
          <button type="submit" className="button quiet-button" name="choice" value="none">
            {t("common:consent.rejectAll")}
          </button>
          <button type="submit" className="button quiet-button" name="choice" value="all">
            {t("common:consent.acceptAll")}
          </button>
        </div>
      </form>
    </details>
  );
}
