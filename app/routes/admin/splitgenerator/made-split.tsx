import { QrCode, type QrCodeData } from "~/ui/components/qr-code";
import { useSite } from "~/ui/components/site";
import { LinkAddresses } from "~/routes/admin/link-addresses";

const width = 800;
const height = 48;
/** How far an upright edge leans on this height: by fourteen degrees, like every other (docs/design.md). */
const lean = 12;
const gap = 3;

interface ShareBarProps {
  label: string;
  parts: readonly { part: number; percent: string }[];
}

/** Shares of a whole side by side, the first at the start; they are told in words too. */
function ShareBar({ label, parts }: ShareBarProps) {
  const words = parts.map(({ percent }, index) => `${index + 1}: ${percent}`).join(", ");
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, { part }) => sum + part, 0));
  return (
    <svg
      className="share-bar"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${label}: ${words}`}
    >
      {parts.map(({ part }, index) => (
        <polygon key={index} points={leaning(starts[index] ?? 0, part)} />
      ))}
    </svg>
  );
}

function leaning(start: number, part: number): string {
  const room = width - lean;
  const from = start * room;
  // However small, it is there.
  const to = Math.max(from + part * room - gap, from + 1);
  const at = (x: number, y: number) => `${x.toFixed(1)},${y}`;
  return [at(from + lean, 0), at(to + lean, 0), at(to, height), at(from, height)].join(" ");
}

/** A split link that was made. */
export interface ShownSplit {
  site: string;
  path: string;
  lastDay: string;
  label?: string | undefined;
  qr: QrCodeData;
  shares: readonly { at: string; weight: number; part: number; percent: string }[];
}

export function MadeSplit({ site, path, lastDay, label, qr, shares }: ShownSplit) {
  const { t } = useSite();
  return (
    <section className="stack" aria-labelledby="made-split">
      <h2 id="made-split">{label ?? t("admin:splitGenerator.result")}</h2>
      <LinkAddresses
        id="link"
        label={t("admin:splitGenerator.linkLabel")}
        hint={lastDay}
        site={site}
        path={path}
        isNew
      />
      <h3>{t("admin:splitGenerator.shares")}</h3>
      <ShareBar
        label={t("admin:splitGenerator.shares")}
        parts={shares.map(({ part, percent }) => ({ part, percent }))}
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
          {shares.map(({ at, percent }, index) => (
            <tr key={index}>
              <td>{index + 1}</td>
              <th scope="row">{at}</th>
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
