import { useSite } from "~/components/site";

const questions = ["entry", "noInvitation", "cost", "range", "delivery", "stores", "friends"] as const;

/** What people ask at the door; native details, so that it opens without script. */
export function Questions() {
  const { t } = useSite();
  return (
    <section className="section faq" aria-labelledby="faq-heading">
      <h2 id="faq-heading">{t("landing:faq.title")}</h2>
      <div className="faq-list">
        {questions.map((question) => (
          <details key={question}>
            <summary>{t(`landing:faq.${question}.question`)}</summary>
            <p>{t(`landing:faq.${question}.answer`)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
