import type { RequestContext } from "~/context.server";
import type { Split } from "~/domain/split-link/split.schema";
import { isoOf } from "~/i18n/locales";
import { lastDayOf } from "./last-day.server";
import { qrCodeOf } from "./qr-code.server";
import { siteUrl } from "./site-url.server";

/** A split link as its page shows it: where it is, until when, and how many it sends where. */
export async function madeSplitData(
  context: RequestContext,
  { path, until, split }: { path: string; until: Date; split: Split },
) {
  const site = siteUrl(context);
  const total = split.targets.reduce((sum, { weight }) => sum + weight, 0);
  const percent = new Intl.NumberFormat(isoOf(context.locale), {
    style: "percent",
    maximumFractionDigits: 1,
  });
  return {
    site,
    path,
    lastDay: lastDayOf(context, until),
    qr: await qrCodeOf(`${site}${path}`),
    label: split.label,
    shares: split.targets.map((target) => ({
      at: target.kind === "path" ? target.path : target.code,
      weight: target.weight,
      part: target.weight / total,
      percent: percent.format(target.weight / total),
    })),
  };
}
