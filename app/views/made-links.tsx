import { QrCode } from "~/components/qr-code";
import { useSite } from "~/components/site";
import { LinkAddresses } from "./link-addresses";
import { LinkPreview, type ShareCard } from "./link-preview";

/** The links of a visit, the newest first. */
export interface ShownLinks {
  site: string;
  links: readonly {
    code: string;
    path: string;
    lastDay: string;
    headline: string;
    qr: { size: number; path: string; svg: string; png: string };
  }[];
}

interface MadeLinksProps extends ShownLinks {
  card: ShareCard;
  /** The newest has just been made. */
  isNew: boolean;
}

/** The newest stands open; each holds everything that is taken along of it. */
export function MadeLinks({ site, links, card, isNew }: MadeLinksProps) {
  const { t } = useSite();
  if (links.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="made-links">
      <h2 id="made-links">{isNew ? t("admin:linkGenerator.result") : t("admin:linkGenerator.links")}</h2>
      <div>
        {links.map(({ code, path, lastDay, headline, qr }, index) => (
          <details key={path} className="made" open={index === 0}>
            <summary>
              <strong className="made-code">{code}</strong> <span className="quiet">{headline}</span>
            </summary>
            <div className="made-parts stack">
              <LinkAddresses
                id={`link-${index + 1}`}
                label={t("admin:linkGenerator.linkLabel", { code })}
                hint={lastDay}
                site={site}
                path={path}
                isNew={isNew && index === 0}
              />
              <div className="made-looks">
                <QrCode code={qr} fileName={`qr-${code}`} />
                <LinkPreview card={card} headline={headline} />
              </div>
            </div>
          </details>
        ))}
      </div>
      <p className="quiet">{t("admin:linkGenerator.keptHere")}</p>
    </section>
  );
}
