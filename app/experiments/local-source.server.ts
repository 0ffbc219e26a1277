import type { Source, ExperimentsLog } from "./source";
import type { Attributes } from "./attributes";
import { CheckedClient } from "./checked-client.server";
import { evaluate, type Outcome, type Visit } from "./evaluate.server";
import { type FeaturesService, type Pace, serviceClient } from "./service-client.server";
import type { FeaturesReader } from "./valid-features.server";
import type { FeatureApiResponse } from "@growthbook/growthbook";
import file from "./features.json";

/**
 * The features file in the project. @param given the features that the operator named: the file says nothing of them
 */
export function fileSource(given: ReadonlySet<string>, reader: FeaturesReader): Source {
  const client = fileClient(given);
  return { ready: Promise.resolve(), outcomeFor: evaluator(() => client, reader), close: () => undefined };
}

/** The features of FEATURES_URL, evaluated here. */
export function serviceSource(
  service: FeaturesService,
  tools: { log: ExperimentsLog; now: () => number; reader: FeaturesReader; pace?: Pace },
): Source {
  const { ready, client, close } = serviceClient(service, tools);
  return { ready, outcomeFor: evaluator(client, tools.reader), close };
}

/**
 * Visitors who have not consented are alike if their attributes are: for them it is evaluated once, until features
 * change.
 */
function evaluator(clientNow: () => CheckedClient | undefined, reader: FeaturesReader) {
  const known = new WeakMap<Attributes, { features: object; outcome: Outcome }>();
  return (visit: Visit): Outcome | undefined => {
    const client = clientNow();
    if (!client) return undefined;
    if (visit.visitor) return evaluate(client, visit, reader.fail);
    const features = client.getFeatures();
    const before = known.get(visit.attributes);
    if (before?.features === features) return before.outcome;
    const outcome = evaluate(client, visit, reader.fail);
    known.set(visit.attributes, { features, outcome });
    return outcome;
  };
}

/** The features file in the project, for whoever has no features service; what the operator named is taken out. */
function fileClient(given: ReadonlySet<string>): CheckedClient {
  const features: NonNullable<FeatureApiResponse["features"]> = {};
  for (const [name, feature] of Object.entries(file.features)) if (!given.has(name)) features[name] = feature;
  const client = new CheckedClient({}, Date.now);
  client.initSync({ payload: { features } });
  return client;
}
