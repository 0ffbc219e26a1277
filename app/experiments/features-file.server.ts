import type { FeatureApiResponse } from "@growthbook/growthbook";
import { CheckedClient } from "./checked-client.server";
import file from "./features.json";

/** The features file in the project, for whoever has no features service; what the operator named is taken out. */
export function fileClient(given: ReadonlySet<string>): CheckedClient {
  const features: NonNullable<FeatureApiResponse["features"]> = {};
  for (const [name, feature] of Object.entries(file.features)) if (!given.has(name)) features[name] = feature;
  const client = new CheckedClient({}, Date.now);
  client.initSync({ payload: { features } });
  return client;
}
