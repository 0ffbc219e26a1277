import type { ClubContact } from "~/request/club-contact.server";
import { useSite } from "~/ui/components/site";
import type { MessageKey } from "~/i18n/translator";

const metRequirements = [
  "keyboard",
  "noScript",
  "contrast",
  "reflow",
  "targets",
  "errors",
  "motion",
] as const;
const tests = ["axe", "layout", "journeys", "html"] as const;
const gaps = ["audit", "settings", "others"] as const;

/**
 * The accessibility statement, which the European Accessibility Act requires (Directive (EU) 2019/882, Annex V). Each
 * sentence about tests must be true for the tests in tests/browser/ and tests/integration/.
 *
 * @param date - the date of the statement, in the page's language
 */
export function AccessibilityStatement({ contact, date }: { contact: ClubContact; date: string }) {
  const { t, href, links } = useSite();
  return (
    <div className="stack">
      <h1>{t("accessibility:heading")}</h1>
      <p>{t("accessibility:scope")}</p>
      <h2 className="apart">{t("accessibility:aim.heading")}</h2>
      <p>{t("accessibility:aim.body")}</p>
      <h2 className="apart">{t("accessibility:met.heading")}</h2>
      <StatementList keys={metRequirements.map((name) => `accessibility:met.${name}` as const)} />
      <h2 className="apart">{t("accessibility:tested.heading")}</h2>
      <p>{t("accessibility:tested.lead")}</p>
      <StatementList keys={tests.map((name) => `accessibility:tested.${name}` as const)} />
      <h2 className="apart">{t("accessibility:gaps.heading")}</h2>
      <StatementList keys={gaps.map((name) => `accessibility:gaps.${name}` as const)} />
      <h2 className="apart">{t("accessibility:report.heading")}</h2>
      <p>{t("accessibility:report.body")}</p>
      <p>{t(`accessibility:report.${contact}`)}</p>
      {contact !== "none" && (
        <ul className="links">
          <li>
            <a href={links[contact]}>{t(`pages:info.${contact}.title`)}</a>
          </li>
        </ul>
      )}
      <p>{t("accessibility:report.authority")}</p>
      <p className="quiet">{t("accessibility:date", { date })}</p>
      <ul className="links">
        <li>
          <a href={href("/")}>{t("common:backToStart")}</a>
        </li>
      </ul>
    </div>
  );
}

function StatementList({ keys }: { keys: readonly MessageKey[] }) {
  const { t } = useSite();
  return (
    <ul className="bullets">
      {keys.map((key) => (
        <li key={key}>{t(key)}</li>
      ))}
    </ul>
  );
}
