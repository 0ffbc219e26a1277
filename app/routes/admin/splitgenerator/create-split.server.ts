import type { AcqResult, AcqFailure } from "~/acq/results";
import type { RequestContext } from "~/request/context.server";
import {
  type GeneratedLink,
  generateRegistrationLink,
} from "~/acq/operations/generate-registration-link.server";
import type { SplitDefinition, SplitTarget } from "~/domain/split.schema";
import { createSplitToken } from "~/routes/s/split-token.server";
import { createSubmissionKey } from "~/request/form-token.server";
import type { RequestedTarget } from "./typed-split.server";
import { getFormatLanguageTag } from "~/i18n/locales";
import type { FieldProblem, ProblemRefusal } from "~/routes/admin/admin-problems";
import { formatLastDay } from "~/routes/admin/last-day.server";
import { createQrCode } from "~/ui/components/qr-code.server";
import { createSiteUrl } from "~/request/urls.server";

/** Returns the data of a created split link for the page: its URL, its last day, and each target's share. */
export async function createSplitData(
  context: RequestContext,
  { path, expiresAt, split }: { path: string; expiresAt: Date; split: SplitDefinition },
) {
  const siteUrl = createSiteUrl(context);
  const totalWeight = split.targets.reduce((sum, { weight }) => sum + weight, 0);
  const percentFormat = new Intl.NumberFormat(getFormatLanguageTag(context.locale), {
    style: "percent",
    maximumFractionDigits: 1,
  });
  return {
    site: siteUrl,
    path,
    lastDay: formatLastDay(context, expiresAt),
    qr: await createQrCode(`${siteUrl}${path}`),
    label: split.label,
    shares: split.targets.map((target) => ({
      targetText: target.kind === "path" ? target.path : target.code,
      weight: target.weight,
      part: target.weight / totalWeight,
      percent: percentFormat.format(target.weight / totalWeight),
    })),
  };
}

const maxLinkLifetimeMs = 90 * 24 * 60 * 60 * 1000;
/**
 * The maximum length of a target's path, in characters. The request guard (guard-target.server.ts) accepts no longer
 * path, and a language prefix must fit too.
 */
const maxSplitPathLength = 2048 - "/xx".length;

export type SplitOutcome =
  | { status: "created"; path: string; expiresAt: Date; split: SplitDefinition }
  | ProblemRefusal
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
  requestedTargets: readonly RequestedTarget[],
): Promise<SplitOutcome> {
  const linkByCode = await generateLinks(context, form, requestedTargets);
  const refusedFields: FieldProblem[] = [];
  const targets: SplitTarget[] = [];
  let expiresAtMs = context.clock().getTime() + maxLinkLifetimeMs;
  for (const { rowNumber, weight, address } of requestedTargets) {
    if (address.kind === "path") {
      targets.push({ ...address, weight });
      continue;
    }
    const generatedLink = linkByCode.get(address.code);
    if (!generatedLink) continue;
    if (!generatedLink.ok) return { status: "failed", failure: generatedLink.failure };
    if (!generatedLink.data.link) {
      refusedFields.push({ fieldId: `target-${rowNumber}`, problems: generatedLink.data.errors });
      continue;
    }
    const { code, validityTimestamp, expiresAt } = generatedLink.data.link;
    targets.push({ kind: "code", weight, code, validityTimestamp });
    expiresAtMs = Math.min(expiresAtMs, expiresAt.getTime());
  }
  if (refusedFields.length > 0) return { status: "problem", fields: refusedFields };

  const split = { label, targets };
  const path = `/s/${createSplitToken(context, split, new Date(expiresAtMs))}`;
  if (context.config.basePath.length + path.length > maxSplitPathLength)
    return { status: "problem", fields: [{ fieldId: "target-1", problems: ["long"] }] };
  return { status: "created", path, expiresAt: new Date(expiresAtMs), split };
}

/** Requests a registration link from acq for each code. A code in several rows is requested only once. */
async function generateLinks(
  context: RequestContext,
  form: FormData,
  requestedTargets: readonly RequestedTarget[],
): Promise<Map<string, AcqResult<GeneratedLink>>> {
  const distinctCodes = new Set(
    requestedTargets.flatMap(({ address }) => (address.kind === "code" ? [address.code] : [])),
  );
  const entries = [...distinctCodes].map(async (code) => {
    const submissionKey = createSubmissionKey(context, form, { code });
    return [code, await generateRegistrationLink(context.acq, code, submissionKey)] as const;
  });
  return new Map(await Promise.all(entries));
}
