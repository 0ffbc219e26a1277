import { useSite } from "~/ui/components/site";

/** A shared link as it unfolds elsewhere (page-meta.ts). */
export interface ShareCard {
  title: string;
  description: string;
  imageAlt: string;
}

interface LinkPreviewProps {
  card: ShareCard;
  /** The page's own heading, with the inviter's name. */
  headline: string;
}

/** The visitor's view of a link: its card where it is shared, and the words that the page begins with. */
export function LinkPreview({ card, headline }: LinkPreviewProps) {
  const { t, base, brand, locale } = useSite();
  return (
    <div className="preview">
      <h3>{t("admin:preview.heading")}</h3>
      <figure className="share-card">
        <img
          src={`${base}/share/${locale}.png`}
          alt={card.imageAlt}
          width={1200}
          height={630}
          loading="lazy"
        />
        <figcaption>
          <span className="quiet">{brand}</span>
          <strong>{card.title}</strong>
          <span className="quiet">{card.description}</span>
        </figcaption>
      </figure>
      <p className="quiet">{t("admin:preview.page")}</p>
      <p className="display preview-headline">{headline}</p>
    </div>
  );
}
