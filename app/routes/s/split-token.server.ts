import type { RequestContext } from "~/request/context.server";
import { addQuery, createLinkPath } from "~/request/urls.server";
import { signatureHeader } from "~/crypto/sealing.server";
import {
  createSplitClaims,
  type SplitDefinition,
  parseSplitClaims,
  type SplitTarget,
} from "~/domain/split.schema";
import { ignoredParameterPattern } from "~/request/paths";
import { createHash } from "node:crypto";

/**
 * Chooses a visitor's target of a split link. The same seed and token always have the same target. Over many seeds,
 * each target is chosen in proportion to its weight.
 *
 * @param seed - a random text that is different for each visitor
 * @param weights - whole numbers from 1
 * @returns the target's index
 */
export function chooseTarget(seed: string, token: string, weights: readonly number[]): number {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  const hash = createHash("sha256").update(`${seed}\n${token}`).digest();
  // Uses 48 bits of the hash, which a JavaScript number represents exactly. With total weights up to 10,000, rounding
  // has no effect on the shares of the targets.
  let remainingWeight = Math.floor((hash.readUIntBE(0, 6) / 2 ** 48) * totalWeight);
  return weights.findIndex((weight) => (remainingWeight -= weight) < 0);
}

/**
 * Returns the token of a split link. It contains the signed targets, so that the server stores nothing and targets
 * cannot be forged. `~` replaces the full stop of a JWT, which would look like a file extension; the JWT header is
 * omitted.
 */
export function createSplitToken(context: RequestContext, split: SplitDefinition, endsAt: Date): string {
  const signedToken = context.tokenCrypto.sign("split", createSplitClaims(split), endsAt);
  return signedToken.split(".").slice(1).join("~");
}

/**
 * Reads the token of a split link. Returns undefined if the token is forged, truncated, expired or made for another
 * purpose.
 */
export function readSplitToken(context: RequestContext, token: string): SplitDefinition | undefined {
  return parseSplitClaims(
    context.tokenCrypto.verify("split", [signatureHeader, ...token.split("~")].join(".")),
  );
}

/**
 * Returns the path and query of a target, with the campaign parameters of the split link. Other parameters of the split
 * link are dropped, because the target's page could read them.
 */
export function createTargetUrl(target: SplitTarget, parameters: URLSearchParams): string {
  const path = target.kind === "path" ? target.path : createLinkPath(target);
  const campaignParameters = new URLSearchParams(
    [...parameters].filter(([name]) => ignoredParameterPattern.test(name)),
  ).toString();
  return campaignParameters === "" ? path : addQuery(path, campaignParameters);
}
