import { useSite } from "~/components/site";

export function PageFooter() {
  const { t, links, year } = useSite();
  return (
    <footer className="page-footer">
      <p>{t("common:footer.membersOnly")}</p>
      <ul className="footer-links">
        <li>
          <a href={links.about}>{t("common:footer.about")}</a>
        </li>
        <li>
          <a href={links.jobs}>{t("common:footer.jobs")}</a>
        </li>
        <li>
          <a href={links.sustainability}>{t("common:footer.sustainability")}</a>
        </li>
        <li>
          <a href={links.privacy}>{t("common:footer.privacy")}</a>
        </li>
        <li>
          <a href={links.terms}>{t("common:footer.terms")}</a>
        </li>
        <li>
          <a href={links.imprint}>{t("common:footer.imprint")}</a>
        </li>
      </ul>
      <p className="quiet">{t("common:footer.copyright", { year })}</p>
    </footer>
  );
}
