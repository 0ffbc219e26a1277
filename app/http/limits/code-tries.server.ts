import { createHash } from "node:crypto";
import type { NewCounter } from "./counters.server";
import { countTry, type CountedTry, type LimitVerdict } from "./counted-try.server";

/** How a code came: by hand, or in a link, or with the form that the link has opened. */
export type CodeWay = "typed" | "linked";

export type CodeTry =
  | (Extract<CountedTry, { status: "free" }> & {
      /** acq does not know the code: the try stays counted, once for each code. */
      wasUnknown: () => Promise<void>;
    })
  | Extract<LimitVerdict, { status: "over" }>;

/**
 * Counts the codes of a network that acq does not know, before acq is asked: a try that is one too many is refused
 * whatever its code is good for, so that the answer tells nothing (docs/decisions/limits.md).
 */
export function codeTries(newCounter: NewCounter) {
  const guesses = newCounter("guess");
  const guessedCodes = newCounter("guessed-code");

  return async (network: string, code: string, allowed: number): Promise<CodeTry> => {
    const attempt = await countTry([{ counter: guesses, key: network, allowed }]);
    if (attempt.status === "over") return attempt;
    return {
      ...attempt,
      async wasUnknown() {
        const { consumedPoints } = await guessedCodes.penalty(`${network} ${fingerprint(code)}`);
        if (consumedPoints > 1) await attempt.giveBack();
      },
    };
  };
}

/** The same for every way to write a code that acq takes for the same (acq.graphql). */
function fingerprint(code: string): string {
  return createHash("sha256").update(code.toLowerCase().replaceAll("-", "")).digest("base64url");
}
