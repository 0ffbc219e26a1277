import marks from "~/art/marks.svg?url";
import { LanguageButtons } from "~/components/language-buttons";
import { useSite } from "~/components/site";
import { PrivacyChoices } from "./privacy-choices";

/** What a page ends with (docs/product.md#landing-page); the marks of payment and delivery are nobody's logo. */
export function PageFooter({ formId }: { formId: string | undefined }) {
  const { t, year } = useSite();
  return (
    <footer className="page-footer">
      <div className="footer-columns">
        <FooterLinks title={t("frame:footer.club")} names={["about", "jobs", "sustainability"]} />
        <FooterLinks title={t("frame:footer.legal")} names={["privacy", "terms", "imprint"]} />
        <Marks title={t("frame:payment.label")} area="payment" names={payments} />
        <Marks title={t("frame:delivery.label")} area="delivery" names={deliveries} />
      </div>
      <div>
        <h2>{t("frame:footer.language")}</h2>
        <LanguageButtons formId={formId} className="footer-languages" />
      </div>
      <PrivacyChoices />
      <p className="quiet">
        {t("frame:footer.copyright", { year })} · {t("frame:footer.membersOnly")}
      </p>
    </footer>
  );
}

type FooterPage = "about" | "jobs" | "sustainability" | "privacy" | "terms" | "imprint";

function FooterLinks({ title, names }: { title: string; names: readonly FooterPage[] }) {
  const { t, links } = useSite();
  return (
    <div>
      <h2>{title}</h2>
      <ul className="links">
        {names.map((name) => (
          <li key={name}>
            <a href={links[name]}>{t(`frame:footer.${name}`)}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const payments = ["card", "invoice", "transfer", "wallet"] as const;
const deliveries = ["parcel", "express", "pickup"] as const;

type MarksProps = { title: string } & (
  { area: "payment"; names: typeof payments } | { area: "delivery"; names: typeof deliveries }
);

function Marks({ title, ...marked }: MarksProps) {
  const { t, asset } = useSite();
  const texts =
    marked.area === "payment"
      ? marked.names.map((name) => ({ name, text: t(`frame:payment.${name}`) }))
      : marked.names.map((name) => ({ name, text: t(`frame:delivery.${name}`) }));
  return (
    <div>
      <h2>{title}</h2>
      <ul className="marks">
        {texts.map(({ name, text }) => (
          <li key={name}>
            <svg width="36" height="24" aria-hidden="true" focusable="false">
              <use href={`${asset(marks)}#${name}`} />
            </svg>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
