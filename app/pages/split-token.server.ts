import type { RequestContext } from "~/context.server";
import { linkPath } from "~/domain/invitation-link/make-link.server";
import { signatureHeader } from "~/http/seals/make-token.server";
import { claimsOf, splitFrom, type Split, type SplitTarget } from "~/domain/split-link/split.schema";
import { unreadParameter } from "~/http/paths";

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
