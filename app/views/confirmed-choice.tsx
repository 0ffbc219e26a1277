import { useSite } from "~/components/site";

interface ConfirmedChoiceProps {
  formToken: string;
  choice: { analytics: boolean; marketing: boolean };
  /** The page that the choice was made on. */
  returnTo: string;
}

const purposes = ["analytics", "marketing"] as const;

/** Asks whether a choice that came without a sender is its visitor's own. */
export function ConfirmedChoice({ formToken, choice, returnTo }: ConfirmedChoiceProps) {
  const { t, href } = useSite();
  const agreed = purposes.filter((purpose) => choice[purpose]);
  return (
    <form className="stack" method="post" action={href("/consent")}>
      <h1>{t("pages:choice.heading")}</h1>
      <p>{t(agreed.length > 0 ? "pages:choice.agreed" : "pages:choice.rejected")}</p>
      {agreed.length > 0 && (
        <ul>
          {agreed.map((purpose) => (
            <li key={purpose}>{t(`frame:consent.${purpose}`)}</li>
          ))}
        </ul>
      )}
      {agreed.map((purpose) => (
        <input type="hidden" key={purpose} name={purpose} value="on" />
      ))}
      <input type="hidden" name="formToken" value={formToken} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <button type="submit" className="button">
        {t("pages:choice.button")}
      </button>
      <p>
        <a href={href("/")}>{t("common:backToStart")}</a>
      </p>
    </form>
  );
}
