import { GrowthBookClient, type FeatureApiResponse } from "@growthbook/growthbook";
import * as z from "zod";
import { createDecipheriv } from "node:crypto";

const ruleSchema = z.looseObject({
  variations: z.array(z.unknown()).optional(),
  meta: z.array(z.looseObject({ key: z.string().optional() })).optional(),
  weights: z.array(z.number()).optional(),
  coverage: z.number().optional(),
  condition: z.record(z.string(), z.unknown()).optional(),
});
const featureSchema = z.looseObject({ rules: z.array(ruleSchema).optional() });
const serviceFeaturesSchema = z.looseObject({ features: z.record(z.string(), featureSchema) });

/** Validates a response of the features service, but only the parts that the SDK reads and could fail on. */
export const payloadSchema = z.custom<FeatureApiResponse>(
  (value) => serviceFeaturesSchema.safeParse(value).success,
);

interface ClientSettings {
  apiHost?: string;
  clientKey?: string;
  decryptionKey?: string | undefined;
}

/** GrowthBook's client for many users. It ignores an invalid response and keeps its current features. */
export class ValidatingClient extends GrowthBookClient<Record<string, unknown>> {
  /** The time of the last valid response, in milliseconds since 1970; 0 if there was none. */
  updatedAt = 0;

  private readonly key: string | undefined;

  constructor(
    settings: ClientSettings,
    private readonly now: () => number,
  ) {
    const { decryptionKey, ...options } = settings;
    super({ ...options, ...(decryptionKey !== undefined && { decryptionKey }) });
    this.key = decryptionKey;
  }

  /**
   * Applies a response of the features service. Must not throw: the SDK calls it with any response and does not await
   * it.
   */
  override async setPayload(payload: FeatureApiResponse): Promise<void> {
    const decryptedPayload = this.decryptPayload(payload);
    if (!payloadSchema.safeParse(decryptedPayload).success) return;
    for (const feature of Object.values(decryptedPayload.features ?? {}))
      makeAssignmentsSticky(feature.rules ?? []);
    await super.setPayload(decryptedPayload);
    this.updatedAt = this.now();
  }

  /**
   * Decrypts the features in a response of the features service. The SDK would print the stack of each failed
   * decryption, and count the failure as a response.
   */
  private decryptPayload(payload: FeatureApiResponse): FeatureApiResponse {
    if (typeof payload.encryptedFeatures !== "string") return payload;
    const features = decryptText(payload.encryptedFeatures, this.key ?? "");
    const result = payloadSchema.safeParse({ features });
    return result.success ? { ...omitEncryptedFeatures(payload), ...result.data } : {};
  }
}

function omitEncryptedFeatures({ encryptedFeatures: _, ...payload }: FeatureApiResponse): FeatureApiResponse {
  return payload;
}

type ServiceFeatures = NonNullable<FeatureApiResponse["features"]>;
type FeatureRules = NonNullable<ServiceFeatures[string]["rules"]>;

/**
 * Makes every experiment sticky: visitors keep their variation when the weights change
 * (docs/product/cookies-and-events.md#consent-and-analytics). The SDK finds a saved variation by its key, so missing
 * keys are added. Responses of GrowthBook already contain them.
 */
function makeAssignmentsSticky(rules: FeatureRules): void {
  for (const rule of rules) {
    if (!rule.variations) continue;
    rule.meta = rule.variations.map((_variation, index) => {
      const variationMeta = rule.meta?.[index];
      return { ...variationMeta, key: variationMeta?.key ?? index.toString() };
    });
    rule.disableStickyBucketing = false;
  }
}

/**
 * Decrypts GrowthBook's response like the SDK's `decrypt`: AES-CBC with a 128-bit key, "iv.text" in base64. Returns
 * undefined if the key is wrong or the result is not JSON.
 */
function decryptText(text: string, key: string): unknown {
  const [iv = "", ciphertext = ""] = text.split(".");
  try {
    const decipher = createDecipheriv("aes-128-cbc", Buffer.from(key, "base64"), Buffer.from(iv, "base64"));
    const decryptedChunks = [decipher.update(Buffer.from(ciphertext, "base64")), decipher.final()];
    return JSON.parse(Buffer.concat(decryptedChunks).toString());
  } catch {
    return undefined;
  }
}
