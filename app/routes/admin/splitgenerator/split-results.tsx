import { QrCode, type QrCodeData } from "~/ui/components/qr-code";
import { useSite } from "~/ui/components/site";
import { LinkAddresses } from "~/routes/admin/link-addresses";
import { SelectField } from "~/ui/components/select-field";

const barWidth = 800;
const barHeight = 48;
/**
 * The horizontal offset of a slanted edge of the bar, in units of the view box. At the bar's height this offset makes
 * 14 degrees, the angle of all edges in this design (docs/develop/design.md).
 */
const slantWidth = 12;
const gapWidth = 3;

interface ShareBarProps {
  label: string;
  shares: readonly { fractionOfTotal: number; percent: string }[];
}

/**
 * Draws the shares of all targets of a split link as one bar, from left to right. Screen readers read the shares as a
 * text.
 */
function ShareBar({ label, shares }: ShareBarProps) {
  const barDescription = shares.map(({ percent }, index) => `${index + 1}: ${percent}`).join(", ");
  const startFractions = shares.map((_, index) =>
    shares.slice(0, index).reduce((sum, { fractionOfTotal }) => sum + fractionOfTotal, 0),
  );
  return (
    <svg
      className="share-bar"
      viewBox={`0 0 ${barWidth} ${barHeight}`}
      role="img"
      aria-label={`${label}: ${barDescription}`}
    >
      {shares.map(({ fractionOfTotal }, index) => (
        <polygon key={index} points={createSlantedShape(startFractions[index] ?? 0, fractionOfTotal)} />
      ))}
    </svg>
  );
}

function createSlantedShape(startFraction: number, widthFraction: number): string {
  const usableBarWidth = barWidth - slantWidth;
  const startX = startFraction * usableBarWidth;
  // Gives each share of the bar a minimum width of 1, so that even the smallest share is visible.
  const endX = Math.max(startX + widthFraction * usableBarWidth - gapWidth, startX + 1);
  const formatPoint = (x: number, y: number) => `${x.toFixed(1)},${y}`;
  return [
    formatPoint(startX + slantWidth, 0),
    formatPoint(endX + slantWidth, 0),
    formatPoint(endX, barHeight),
    formatPoint(startX, barHeight),
  ].join(" ");
}

/** The data of a created split link. */
export interface CreatedSplitData {
  site: string;
  path: string;
  lastDay: string;
  label?: string | undefined;
  qr: QrCodeData;
  shares: readonly { targetText: string; weight: number; part: number; percent: string }[];
}

export function CreatedSplit({ site, path, lastDay, label, qr, shares }: CreatedSplitData) {
  const { t } = useSite();
  return (
    <section className="stack" aria-labelledby="made-split">
      <h2 id="made-split">{label ?? t("admin:splitGenerator.result")}</h2>
      <LinkAddresses
        id="link"
        label={t("admin:splitGenerator.linkLabel")}
        hint={lastDay}
        siteUrl={site}
        path={path}
        isNew
      />
      <h3>{t("admin:splitGenerator.shares")}</h3>
      <ShareBar
        label={t("admin:splitGenerator.shares")}
        shares={shares.map(({ part, percent }) => ({ fractionOfTotal: part, percent }))}
      />
      <table className="shares">
        <thead>
          <tr>
            <th scope="col">{t("admin:splitGenerator.number")}</th>
            <th scope="col">{t("admin:splitGenerator.leadsTo")}</th>
            <th scope="col">{t("admin:splitGenerator.share")}</th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ targetText, percent }, index) => (
            <tr key={index}>
              <td>{index + 1}</td>
              <th scope="row">{targetText}</th>
              <td>{percent}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <QrCode code={qr} fileName="qr-split" />
      <p className="quiet">{t("admin:splitGenerator.keptHere")}</p>
    </section>
  );
}

/**
 * The labels of features and of their values in the preview form
 * (docs/product/cookies-and-events.md#experiments-and-seasons).
 */
const variantMessageKeys = {
  "registration-flow": {
    label: "admin:variants.flow",
    choices: { default: "admin:variants.flow.default", lean: "admin:variants.flow.lean" },
  },
  "landing-layout": {
    label: "admin:variants.layout",
    choices: {
      "right-double-column": "admin:variants.layout.double",
      "center-single-column": "admin:variants.layout.single",
      "only-mobile": "admin:variants.layout.mobile",
    },
  },
  "signup-steps": {
    label: "admin:variants.steps",
    choices: { full: "admin:variants.steps.full", short: "admin:variants.steps.short" },
  },
  headline: {
    label: "admin:variants.headline",
    choices: {
      default: "admin:variants.headline.default",
      social: "admin:variants.headline.social",
      viral: "admin:variants.headline.viral",
      viralProductShare: "admin:variants.headline.viralProductShare",
      daba: "admin:variants.headline.daba",
    },
  },
  "seasonal-banner": {
    label: "admin:variants.banner",
    choices: {
      auto: "admin:variants.banner.auto",
      none: "admin:variants.banner.none",
      "black-friday": "admin:variants.banner.blackFriday",
      "black-week": "admin:variants.banner.blackWeek",
      "cyber-monday": "admin:variants.banner.cyberMonday",
    },
  },
  "form-finished-popup": {
    label: "admin:variants.popup",
    choices: { false: "admin:variants.popup.false", true: "admin:variants.popup.true" },
  },
  "registration-extra-fields": {
    label: "admin:variants.extraFields",
    choices: { false: "admin:variants.extraFields.false", true: "admin:variants.extraFields.true" },
  },
} as const;

/** The data of a created preview link. */
export interface PreviewData {
  site: string;
  path: string;
  /** The chosen values of some features. All other features are evaluated as usual. */
  chosen: Partial<Record<string, string>>;
}

/** The form that creates a preview link. The link shows its visitors the chosen value of each feature. */
export function VariantPreview({
  formToken,
  preview,
  chosen = preview?.chosen,
}: {
  formToken: string;
  preview: PreviewData | undefined;
  chosen: PreviewData["chosen"] | undefined;
}) {
  const { t, href } = useSite();
  return (
    <section className="stack" aria-labelledby="preview">
      <h2 id="preview">{t("admin:variants.heading")}</h2>
      <p>{t("admin:variants.lead")}</p>
      <form className="stack" method="post" action={href("/admin/splitgenerator")}>
        <input type="hidden" name="formToken" value={formToken} />
        {Object.entries(variantMessageKeys).map(([name, { label, choices }]) => (
          <SelectField
            key={name}
            id={name}
            name={name}
            label={t(label)}
            placeholder={t("admin:variants.usual")}
            options={Object.entries(choices).map(([value, text]) => ({ value, label: t(text) }))}
            defaultValue={chosen?.[name]}
          />
        ))}
        <button type="submit" name="intent" value="preview" className="button">
          {t("admin:variants.button")}
        </button>
      </form>
      {preview && (
        <div className="stack" role="group" aria-label={t("admin:variants.result")}>
          <h3>{t("admin:variants.result")}</h3>
          <LinkAddresses
            id="preview-link"
            label={t("admin:variants.linkLabel")}
            hint={t("admin:variants.end")}
            siteUrl={preview.site}
            path={preview.path}
            isNew
          />
        </div>
      )}
    </section>
  );
}
