import * as z from "zod";
import { choicesByFeature, type FeatureName, featureNames } from "~/config/features-variable";
import { type TokenCrypto, signatureHeader } from "~/crypto/sealing.server";

/** The variants that the URL selects, otherwise those that the `variants` cookie selects. */
type VariantSelection = (
  | { kind: "none" }
  | { kind: "off" }
  | { kind: "preview"; preview: PreviewChoices }
) & {
  /** The new text of the `variants` cookie. Undefined if the cookie does not change; an empty text deletes it. */
  cookie?: { text: string };
};

/**
 * Returns the variants that the URL or the cookie selects (docs/product/cookies-and-events.md#experiments-and-seasons).
 * `?disablegb=true` turns experiments off, `?preview=TOKEN` shows an administrator's choice, both for the whole
 * session. `?disablegb=false` restores the visitor's own variants.
 */
export function selectVariants(
  url: string,
  cookieText: string | undefined,
  tokenCrypto: TokenCrypto,
): VariantSelection {
  const parameters =
    url.includes("disablegb=") || url.includes("preview=") ? readPreviewParameters(url) : undefined;
  if (parameters?.disablegb === "true")
    return { kind: "off", ...(cookieText !== "off" && { cookie: { text: "off" } }) };
  if (parameters?.disablegb === "false")
    return { kind: "none", ...(cookieText !== undefined && { cookie: { text: "" } }) };
  const token = parameters?.preview;
  const preview = token === undefined ? undefined : readPreviewToken(tokenCrypto, token);
  if (preview && token !== undefined)
    return { kind: "preview", preview, ...(cookieText !== token && { cookie: { text: token } }) };
  if (cookieText === undefined) return { kind: "none" };
  if (cookieText === "off") return { kind: "off" };
  const previousPreview = readPreviewToken(tokenCrypto, cookieText);
  return previousPreview
    ? { kind: "preview", preview: previousPreview }
    : { kind: "none", cookie: { text: "" } };
}

function readPreviewParameters(url: string) {
  const query = new URLSearchParams(url.slice(url.indexOf("?") + 1));
  return { disablegb: query.get("disablegb"), preview: query.get("preview") ?? undefined };
}

const previewLifetimeSeconds = 24 * 60 * 60;

/** An administrator's choice of a value for some features. All other features are evaluated as usual. */
type PreviewChoices = ReadonlyMap<FeatureName, string>;

const previewClaimsSchema = z.object({ f: z.record(z.string(), z.string()) });

/** Signs the token of a preview link, valid for 24 hours. The token omits the JWT header, which is always the same. */
export function createPreviewToken(tokenCrypto: TokenCrypto, preview: PreviewChoices): string {
  const signedToken = tokenCrypto.sign("preview", { f: Object.fromEntries(preview) }, previewLifetimeSeconds);
  return signedToken.slice(signatureHeader.length + 1);
}

/**
 * Returns an administrator's choices from the token of a preview link. Returns undefined if the token is forged,
 * truncated or expired.
 */
function readPreviewToken(tokenCrypto: TokenCrypto, token: string): PreviewChoices | undefined {
  const claims = previewClaimsSchema.safeParse(tokenCrypto.verify("preview", `${signatureHeader}.${token}`));
  return claims.success ? collectPreviewChoices((name) => claims.data.f[name]) : undefined;
}

/** Reads an administrator's choices from a form or a token. Invalid choices are left out. */
export function collectPreviewChoices(getChoice: (name: FeatureName) => string | undefined): PreviewChoices {
  return new Map(
    featureNames.flatMap((name) => {
      const choices: readonly string[] = choicesByFeature[name];
      const choice = getChoice(name);
      return choice !== undefined && choices.includes(choice) ? [[name, choice] as const] : [];
    }),
  );
}
