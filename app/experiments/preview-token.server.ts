import * as z from "zod";
import { featureChoices, featureNames, type FeatureName } from "~/config/features-variable";
import { signatureHeader } from "~/http/seals/make-token.server";
import type { Sealing } from "~/http/seals/sealing.server";

const day = 24 * 60 * 60;

/** What an administrator wants somebody to see: words of featureChoices by feature; the others are as for everybody. */
export type Preview = ReadonlyMap<FeatureName, string>;

const claimsSchema = z.object({ f: z.record(z.string(), z.string()) });

/** The token of a preview link, good for 24 hours; its header, which is the same for all, is left out. */
export async function previewToken(sealing: Sealing, preview: Preview): Promise<string> {
  const signed = await sealing.sign("preview", { f: Object.fromEntries(preview) }, day);
  return signed.slice(signatureHeader.length + 1);
}

/** Undefined for a token that is forged, cut or expired. */
export function readPreview(sealing: Sealing, token: string): Preview | undefined {
  const claims = claimsSchema.safeParse(sealing.verifyNow("preview", `${signatureHeader}.${token}`));
  return claims.success ? previewOf((name) => claims.data.f[name]) : undefined;
}

/** What a form or a token says of features, as far as there is such a choice. */
export function previewOf(wordFor: (name: FeatureName) => string | undefined): Preview {
  return new Map(
    featureNames.flatMap((name) => {
      const choices: readonly string[] = featureChoices[name];
      const word = wordFor(name);
      return word !== undefined && choices.includes(word) ? [[name, word] as const] : [];
    }),
  );
}
