import { QrCode, type QrCodeData } from "~/components/qr-code";
import { useSite } from "~/components/site";
import { LinkAddresses } from "./link-addresses";
import { LinkPreview, type ShareCard } from "./link-preview";

interface ShownLink {
  code: string;
  /** Path and query, without prefix. */
  path: string;
  lastDay: string;
  /** What the page that it leads to begins with. */
  headline: string;
  qr: QrCodeData;
}

/** The links of a visit, the newest first. */
export interface ShownLinks {
  /** Origin and base path. */
  site: string;
  links: readonly ShownLink[];
}

interface MadeLinksProps extends ShownLinks {
  card: ShareCard;
  /** The newest has just been made. */
  isNew: boolean;
}

/** The newest stands open, with nothing between it and the form; the others are a key away. */
export function MadeLinks({ site, links, card, isNew }: MadeLinksProps) {
  const { t } = useSite();
  const [newest, ...others] = links;
  if (!newest) return null;
  return (
    <section className="stack" aria-labelledby="made-links">
      <h2 id="made-links">{isNew ? t("admin:linkGenerator.result") : t("admin:linkGenerator.links")}</h2>
      <div>
        <div className="made">
          <p className="made-name">
            <LinkName {...newest} />
          </p>
          <LinkParts id="link-1" link={newest} site={site} card={card} isNew={isNew} />
        </div>
        {others.map((link, index) => (
          <details key={link.path} className="made">
            <summary className="made-name">
              <LinkName {...link} />
            </summary>
            <LinkParts id={`link-${index + 2}`} link={link} site={site} card={card} isNew={false} />
          </details>
        ))}
      </div>
      <p className="quiet">{t("admin:linkGenerator.keptHere")}</p>
    </section>
  );
}

function LinkName({ code, headline }: ShownLink) {
  return (
    <>
      <strong className="made-code">{code}</strong> <span className="quiet">{headline}</span>
    </>
  );
}

interface LinkPartsProps {
  id: string;
  link: ShownLink;
  site: string;
  card: ShareCard;
  isNew: boolean;
}

/** Everything that is taken along of a link. */
function LinkParts({ id, link, site, card, isNew }: LinkPartsProps) {
  const { t } = useSite();
  const { code, path, lastDay, headline, qr } = link;
  const label = t("admin:linkGenerator.linkLabel", { code });
  return (
    <div className="made-parts stack">
      <LinkAddresses id={id} label={label} hint={lastDay} site={site} path={path} isNew={isNew} />
      <div className="made-looks">
        <QrCode code={qr} fileName={`qr-${code}`} />
        <LinkPreview card={card} headline={headline} />
      </div>
    </div>
  );
}
