import { QrCode, type QrCodeData } from "~/components/qr-code";
import { useSite } from "~/components/site";
import { LinkAddresses } from "./link-addresses";
import { ShareBar } from "./share-bar";

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
