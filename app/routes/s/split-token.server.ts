import type { RequestContext } from "~/request/context.server";
import { linkPath } from "~/request/urls.server";
import { signatureHeader } from "~/request/tokens/sealing.server";
import { claimsOf, type Split, splitFrom, type SplitTarget } from "~/domain/split.schema";
import { unreadParameter } from "~/request/paths";
import { createHash } from "node:crypto";

/**
 * Which target of a split link is a visitor's: always the same for a seed and a token, and over all seeds as often as
 * its weight says. A pure function, so that no visit takes anything from another.
 *
 * @param seed the visitor's own random text
 * @param weights whole numbers from 1
 * @returns the target's index
 */
export function chooseTarget(seed: string, token: string, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const hash = createHash("sha256").update(`${seed}\n${token}`).digest();
  // 48 bits are what a number holds exactly; of weights up to 10,000 together none gains by the rest.
  let place = Math.floor((hash.readUIntBE(0, 6) / 2 ** 48) * total);
  return weights.findIndex((weight) => (place -= weight) < 0);
}

/**
 * The token of a split link: all that it knows, signed, so that nothing is stored and no target forged. Its parts are
 * joined by `~`, since what stands behind a full stop would read as a file's ending; the header, which is the same for
 * all, is left out.
 */
export async function splitToken(context: RequestContext, split: Split, until: Date): Promise<string> {
  const signed = await context.sealing.sign("split", claimsOf(split), until);
  return signed.split(".").slice(1).join("~");
}

/** Undefined for a token that is forged, cut or expired, or was made for something else. */
export async function readSplitToken(context: RequestContext, token: string): Promise<Split | undefined> {
  return splitFrom(await context.sealing.verify("split", [signatureHeader, ...token.split("~")].join(".")));
}

/**
 * Path and query of a target. Of the split link's own query it takes along what says where the visitor came from, and
 * nothing that a page would read: no second code, no reason.
 */
export function addressOf(target: SplitTarget, sent: URLSearchParams): string {
  const path = target.kind === "path" ? target.path : linkPath(target);
  const along = new URLSearchParams([...sent].filter(([name]) => unreadParameter.test(name))).toString();
  return along === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${along}`;
}
