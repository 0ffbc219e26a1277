import { consentPurposes } from "~/domain/consent";
import marks from "~/ui/art/marks.svg?url";
import { LanguageButtons } from "~/ui/components/language-buttons";
import { useSite } from "~/ui/components/site";

/**
 * The form in which the visitor accepts or rejects analytics and marketing, at any time and without script
 * (docs/product/cookies-and-events.md#consent-and-analytics). Accepting is as easy as rejecting. The consent service
 * shows this form as its banner (app/browser/consent-service.ts).
 */
function PrivacyChoices({ opensInNewWindow }: { opensInNewWindow: boolean }) {
  return (
    <>
      <ConsentForm opensInNewWindow={opensInNewWindow} />
      {/* The live region of the consent service, present before its first message so that screen readers announce it. */}
      <div className="visually-hidden" id="privacy-status" role="status" />
    </>
  );
}

/**
 * @param opensInNewWindow - true if, without script, the response to the form opens in a new window. Text that the
 * visitor   typed on this page is then not lost.
 */
function ConsentForm({ opensInNewWindow }: { opensInNewWindow: boolean }) {
  const { t, href, currentPath, links } = useSite();
  return (
    <details className="privacy">
      <summary>{t("frame:consent.title")}</summary>
      <form
        className="privacy-form stack"
        method="post"
        action={href("/consent")}
        target={opensInNewWindow ? "_blank" : undefined}
        data-saved={t("frame:consent.saved")}
        data-unsaved={t("pages:choice.notKept.body")}
      >
        <input type="hidden" name="returnTo" value={currentPath} />
        <p>{t("frame:consent.body")}</p>
        <details open>
          <summary>{t("frame:consent.choose")}</summary>
          {consentPurposes.map((purpose) => (
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
          <p className="links">
            <a href={links.privacy}>{t("frame:footer.privacy")}</a>
          </p>
          <ConsentButton value="selection">{t("frame:consent.save")}</ConsentButton>
        </details>
        <div className="row">
          <ConsentButton value="none">{t("frame:consent.rejectAll")}</ConsentButton>{" "}
          <ConsentButton value="all">{t("frame:consent.acceptAll")}</ConsentButton>
        </div>
      </form>
    </details>
  );
}

function ConsentButton({ value, children }: { value: "selection" | "none" | "all"; children: string }) {
  return (
    <button type="submit" className="button quiet-button" name="choice" value={value}>
      {children}
    </button>
  );
}

/**
 * The end of a page (docs/product/pages.md#landing-page). The marks of payment and delivery services are not their real
 * logos.
 */
export function PageFooter({
  formId,
  opensInNewWindow,
}: {
  formId: string | undefined;
  opensInNewWindow: boolean;
}) {
  const { t, year } = useSite();
  return (
    <footer className="page-footer">
      <div className="footer-columns">
        <FooterLinks title={t("frame:footer.club")} names={["about", "jobs", "sustainability"]} />
        <FooterLinks
          title={t("frame:footer.legal")}
          names={["privacy", "terms", "imprint", "accessibility"]}
        />
        <IconList title={t("frame:payment.label")} area="payment" names={paymentKinds} />
        <IconList title={t("frame:delivery.label")} area="delivery" names={deliveryKinds} />
      </div>
      <div>
        <h2>{t("frame:footer.language")}</h2>
        <LanguageButtons formId={formId} className="footer-languages" />
      </div>
      <PrivacyChoices opensInNewWindow={opensInNewWindow} />
      <p className="quiet">{`${t("frame:footer.copyright", { year })} · ${t("frame:footer.membersOnly")}`}</p>
    </footer>
  );
}

type FooterPage = "about" | "jobs" | "sustainability" | "privacy" | "terms" | "imprint" | "accessibility";

function FooterLinks({ title, names }: { title: string; names: readonly FooterPage[] }) {
  const { t, href, links } = useSite();
  return (
    <div>
      <h2>{title}</h2>
      <ul className="links">
        {names.map((name) => (
          <li key={name}>
            <a href={name === "accessibility" ? href("/info/accessibility") : links[name]}>
              {t(`frame:footer.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const paymentKinds = ["card", "invoice", "transfer", "wallet"] as const;
const deliveryKinds = ["parcel", "express", "pickup"] as const;

type IconListProps = { title: string } & (
  | { area: "payment"; names: typeof paymentKinds }
  | { area: "delivery"; names: typeof deliveryKinds }
);

function IconList({ title, ...icons }: IconListProps) {
  const { t, assetUrl } = useSite();
  const texts =
    icons.area === "payment"
      ? icons.names.map((name) => ({ name, text: t(`frame:payment.${name}`) }))
      : icons.names.map((name) => ({ name, text: t(`frame:delivery.${name}`) }));
  return (
    <div>
      <h2>{title}</h2>
      <ul className="marks">
        {texts.map(({ name, text }) => (
          <li key={name}>
            <svg width="36" height="24" aria-hidden="true">
              <use href={`${assetUrl(marks)}#${name}`} />
            </svg>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
