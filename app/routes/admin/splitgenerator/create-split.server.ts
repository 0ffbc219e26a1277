import type { AcqAnswer, AcqFailure, CodeError } from "~/acq/answers";
import type { RequestContext } from "~/request/context.server";
import {
  type GeneratedLink,
  generateRegistrationLink,
} from "~/acq/operations/generate-registration-link.server";
import type { Split, SplitTarget } from "~/domain/split.schema";
import { createSplitToken } from "~/routes/s/split-token.server";
import { createSubmissionKey } from "~/request/form-token.server";
import type { RequestedTarget } from "./typed-split.server";
import { getFormatTag } from "~/i18n/locales";
import { formatLastDay } from "~/routes/admin/last-day.server";
import { createQrCode } from "~/ui/components/qr-code.server";
import { createSiteUrl } from "~/request/urls.server";

/** Returns the data of a created split link for the page: its URL, its last day, and each target's share. */
export async function createSplitData(
  context: RequestContext,
  { path, until, split }: { path: string; until: Date; split: Split },
) {
  const site = createSiteUrl(context);
  const totalWeight = split.targets.reduce((sum, { weight }) => sum + weight, 0);
  const percentFormat = new Intl.NumberFormat(getFormatTag(context.locale), {
    style: "percent",
    maximumFractionDigits: 1,
  });
  return {
    site,
    path,
    lastDay: formatLastDay(context, until),
    qr: await createQrCode(`${site}${path}`),
    label: split.label,
    shares: split.targets.map((target) => ({
      targetText: target.kind === "path" ? target.path : target.code,
      weight: target.weight,
      part: target.weight / totalWeight,
      percent: percentFormat.format(target.weight / totalWeight),
    })),
  };
}

const ninetyDaysMs = 90 * 24 * 60 * 60 * 1000;
/**
 * The maximum length of a target's path, in characters. The request guard (guard-target.server.ts) accepts no longer
 * path, and a language prefix must fit too.
 */
const maxTargetLength = 2048 - "/xx".length;

export type SplitOutcome =
  | { status: "made"; path: string; until: Date; split: Split }
  | { status: "refused"; fields: { fieldId: string; problems: readonly CodeError[] }[] }
  /** The targets do not fit in an address. */
  | { status: "long" }
  | { status: "failed"; failure: AcqFailure };

/**
 * Gets a validity timestamp from acq for every code, then creates the split link
 * (docs/product/registration.md#administration). The link is valid until the first of its codes expires. A link with
 * paths only is valid for 90 days.
 */
export async function createSplit(
  context: RequestContext,
  form: FormData,
  label: string | undefined,
  rows: readonly RequestedTarget[],
): Promise<SplitOutcome> {
  const links = await generateLinks(context, form, rows);
  const fields: { fieldId: string; problems: readonly CodeError[] }[] = [];
  const targets: SplitTarget[] = [];
  let endsAt = context.clock().getTime() + ninetyDaysMs;
  for (const { rowNumber, weight, address } of rows) {
    if (address.kind === "path") {
      targets.push({ ...address, weight });
      continue;
    }
    const generatedLink = links.get(address.code);
    if (!generatedLink) continue;
    if (!generatedLink.ok) return { status: "failed", failure: generatedLink.failure };
    if (!generatedLink.data.link) {
      fields.push({ fieldId: `target-${rowNumber}`, problems: generatedLink.data.errors });
      continue;
    }
    const { code, validityTimestamp, expiresAt } = generatedLink.data.link;
    targets.push({ kind: "code", weight, code, validityTimestamp });
    endsAt = Math.min(endsAt, expiresAt.getTime());
  }
  if (fields.length > 0) return { status: "refused", fields };

  const split = { label, targets };
  const path = `/s/${createSplitToken(context, split, new Date(endsAt))}`;
  if (context.config.basePath.length + path.length > maxTargetLength) return { status: "long" };
  return { status: "made", path, until: new Date(endsAt), split };
}

/** Requests a registration link from acq for each code. A code in several rows is requested only once. */
async function generateLinks(
  context: RequestContext,
  form: FormData,
  rows: readonly RequestedTarget[],
): Promise<Map<string, AcqAnswer<GeneratedLink>>> {
  const codes = new Set(rows.flatMap(({ address }) => (address.kind === "code" ? [address.code] : [])));
  const entries = [...codes].map(async (code) => {
    const submissionKey = createSubmissionKey(context, form, { code });
    return [code, await generateRegistrationLink(context.acq, code, submissionKey)] as const;
  });
  return new Map(await Promise.all(entries));
}
