import type { RequestContext } from "~/request/context.server";
import { linkPath } from "~/request/urls.server";
import { signatureHeader } from "~/request/tokens/sealing.server";
import { claimsOf, type Split, splitFrom, type SplitTarget } from "~/domain/split.schema";
import { unreadParameter } from "~/request/paths";
import { createHash } from "node:crypto";

/**
 * Chooses a visitor's target of a split link: always the same for a seed and a token, and over all seeds as often as
 * its weight says. A pure function, so that visits do not depend on each other.
 *
 * @param seed - the visitor's own random text
 * @param weights - whole numbers from 1
 * @returns the target's index
 */
export function chooseTarget(seed: string, token: string, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const hash = createHash("sha256").update(`${seed}\n${token}`).digest();
  // A number holds 48 bits exactly; with a total weight of up to 10,000 the remainder makes no difference.
  let place = Math.floor((hash.readUIntBE(0, 6) / 2 ** 48) * total);
  return weights.findIndex((weight) => (place -= weight) < 0);
}

/**
 * Returns the token of a split link: its signed data, so that nothing is stored and no target can be forged. Its parts
 * are joined by `~`, since the part after a full stop would look like a file's ending; the constant header is left out.
 */
export async function createSplitToken(context: RequestContext, split: Split, endsAt: Date): Promise<string> {
  const signedToken = await context.sealing.sign("split", claimsOf(split), endsAt);
  return signedToken.split(".").slice(1).join("~");
}

/** Returns undefined for a token that is forged, cut, expired or made for another purpose. */
export async function readSplitToken(context: RequestContext, token: string): Promise<Split | undefined> {
  return splitFrom(await context.sealing.verify("split", [signatureHeader, ...token.split("~")].join(".")));
}

/**
 * Returns the path and query of a target. The split link's campaign parameters are appended. Parameters that a page
 * reads, such as a second code, are dropped.
 */
export function addressOf(target: SplitTarget, parameters: URLSearchParams): string {
  const path = target.kind === "path" ? target.path : linkPath(target);
  const addedParameters = new URLSearchParams(
    [...parameters].filter(([name]) => unreadParameter.test(name)),
  ).toString();
  return addedParameters === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${addedParameters}`;
}
