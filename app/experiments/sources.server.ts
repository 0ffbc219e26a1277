import { type ExperimentAttributes, createAttributesKey } from "./attributes";
import { ValidatingClient, payloadSchema } from "./checked-client.server";
import { evaluateFeatures, type EvaluatedFeatures, type ExperimentVisit } from "./evaluate.server";
import {
  type ExperimentsLog,
  type FeaturesService,
  isRefusedKey,
  maxFeaturesAgeMs,
  type RefreshIntervals,
  prepareSdk,
  createServiceClient,
  logRefusedKey,
  defaultRefreshIntervals,
} from "./service-client.server";
import type { FeatureValidator } from "./feature-validator.server";
import { type FeatureApiResponse, helpers } from "@growthbook/growthbook";
import file from "./features.json";
import { LRUCache } from "lru-cache";
import { featureNames } from "~/config/features-variable";
import type { ExperimentVisitor } from "./visitor-cookie";

interface SourceDependencies {
  log: ExperimentsLog;
  now: () => number;
  validator: FeatureValidator;
  refreshIntervals?: RefreshIntervals;
}

/**
 * A source of features: the project's features file, feature definitions from the service, or values that the service
 * has evaluated.
 */
export interface FeatureSource {
  /** Resolves when the features are loaded, or when loading has failed, at most 5 s after the start. */
  ready: Promise<void>;
  /** Synchronous. Returns undefined before the source has loaded; the default features then apply. */
  evaluateVisit(visit: ExperimentVisit): EvaluatedFeatures | undefined;
  close(): void;
}

/**
 * Creates the source that reads the project's features file.
 *
 * @param configuredNames - the features that FEATURES sets; the file does not override them
 */
export function createFileSource(
  configuredNames: ReadonlySet<string>,
  validator: FeatureValidator,
): FeatureSource {
  const client = createFileClient(configuredNames);
  return {
    ready: Promise.resolve(),
    evaluateVisit: createEvaluator(() => client, validator),
    close: () => undefined,
  };
}

/** Creates the source that loads feature definitions from FEATURES_URL. This process evaluates them. */
export function createServiceSource(
  service: FeaturesService,
  dependencies: SourceDependencies,
): FeatureSource {
  const { ready, getClient, close } = createServiceClient(service, dependencies);
  return { ready, evaluateVisit: createEvaluator(getClient, dependencies.validator), close };
}

/**
 * Returns a function that evaluates features. Visitors without consent and with the same attributes share one result,
 * which is cached until the features change.
 */
function createEvaluator(getCurrentClient: () => ValidatingClient | undefined, validator: FeatureValidator) {
  const cache = new WeakMap<
    ExperimentAttributes,
    { features: object; evaluatedFeatures: EvaluatedFeatures }
  >();
  return (visit: ExperimentVisit): EvaluatedFeatures | undefined => {
    const client = getCurrentClient();
    if (!client) return undefined;
    if (visit.visitor) return evaluateFeatures(client, visit, validator.logEvaluationFailure);
    const features = client.getFeatures();
    const cachedEvaluation = cache.get(visit.attributes);
    if (cachedEvaluation?.features === features) return cachedEvaluation.evaluatedFeatures;
    const evaluatedFeatures = evaluateFeatures(client, visit, validator.logEvaluationFailure);
    cache.set(visit.attributes, { features, evaluatedFeatures });
    return evaluatedFeatures;
  };
}

/** Returns a client with the features of the project's file, except the features that the variable FEATURES sets. */
function createFileClient(configuredNames: ReadonlySet<string>): ValidatingClient {
  const features: NonNullable<FeatureApiResponse["features"]> = {};
  for (const [name, feature] of Object.entries(file.features))
    if (!configuredNames.has(name)) features[name] = feature;
  const client = new ValidatingClient({}, Date.now);
  client.initSync({ payload: { features } });
  return client;
}

/** The maximum number of cached results (`results`), and of open requests to the features service (`openRequests`). */
const maxEvaluations = { results: 1000, openRequests: 50 };

type ConsentedVisit = ExperimentVisit & { visitor: ExperimentVisitor };

interface RemoteEvaluation {
  client: ValidatingClient;
  requestedAt: number;
}

/**
 * Creates the source for FEATURES_REMOTE_EVAL: the service evaluates the features (POST /api/eval/{clientKey}).
 * Visitors do not wait: they get the last known result while a new one is requested. Visitors without consent get the
 * default features.
 */
export function createRemoteSource(
  service: FeaturesService,
  { log, now, validator, refreshIntervals = defaultRefreshIntervals }: SourceDependencies,
): FeatureSource {
  const { url } = service;
  const evaluationByKey = new LRUCache<string, RemoteEvaluation>({ max: maxEvaluations.results });
  const keysUnderEvaluation = new Set<string>();
  /** The earliest time of the next request to the features service, in milliseconds. Set after a failed request. */
  let pausedUntil = 0;
  let isUnavailable = false;
  const ready = prepareSdk(refreshIntervals);

  function findEvaluatedClient(visit: ConsentedVisit): ValidatingClient | undefined {
    const key = `${visit.visitor.id} ${createAttributesKey(visit.attributes)}`;
    const evaluation = evaluationByKey.get(key);
    if (!evaluation || now() - evaluation.requestedAt >= refreshIntervals.staleAfterMs)
      void requestFeatures(key, visit);
    if (!evaluation || now() - evaluation.client.updatedAt >= maxFeaturesAgeMs) return undefined;
    return evaluation.client;
  }

  async function requestFeatures(key: string, visit: ConsentedVisit): Promise<void> {
    if (
      keysUnderEvaluation.has(key) ||
      keysUnderEvaluation.size >= maxEvaluations.openRequests ||
      now() < pausedUntil
    )
      return;
    keysUnderEvaluation.add(key);
    try {
      await ready;
      const client = await requestEvaluation(service, visit, now);
      evaluationByKey.set(key, { client, requestedAt: now() });
      if (isUnavailable) log.info({ url }, "features can be evaluated at FEATURES_URL again");
      isUnavailable = false;
    } catch (error) {
      if (!isUnavailable && error instanceof RejectedKeyError)
        logRefusedKey(log, { url, status: error.status });
      else if (!isUnavailable)
        log.error(
          { url, err: error },
          "the service at FEATURES_URL could not evaluate the features: the defaults are used until it can",
        );
      isUnavailable = true;
      pausedUntil = now() + refreshIntervals.checkIntervalMs;
    } finally {
      keysUnderEvaluation.delete(key);
    }
  }

  return {
    ready,
    evaluateVisit({ attributes, visitor }) {
      // Does not call the service without consent: its response does not distinguish variations from other values, and
      // visitors without consent must get no variations.
      if (!visitor) return undefined;
      const visit = { attributes, visitor };
      const client = findEvaluatedClient(visit);
      return client
        ? keepSavedValues(client, evaluateFeatures(client, visit, validator.logEvaluationFailure), visitor)
        : createSavedFeatures(visitor);
    },
    close: () => undefined,
  };
}

class RejectedKeyError extends Error {
  constructor(readonly status: number) {
    super("the service takes no such key");
  }
}

/**
 * Requests the evaluated features of one visit from the service.
 *
 * @throws an error if the service does not respond in time, or responds without features
 */
async function requestEvaluation(
  { url, clientKey }: FeaturesService,
  visit: ConsentedVisit,
  now: () => number,
): Promise<ValidatingClient> {
  const client = new ValidatingClient({}, now);
  const response = await helpers.fetchRemoteEvalCall({
    host: url,
    clientKey,
    payload: createRequestBody(visit),
  });
  if (isRefusedKey(response.status)) throw new RejectedKeyError(response.status);
  if (!response.ok) throw new Error(`status ${response.status}`);
  await client.setPayload(payloadSchema.parse(await response.json()));
  return client;
}

/**
 * Returns the body of a request to the features service. The body contains the visitor's assignments, so that the
 * service keeps them.
 */
function createRequestBody({ attributes, visitor }: ConsentedVisit) {
  const assignmentEntries = Object.entries(visitor.assignedVariations);
  return {
    attributes: { ...attributes, id: visitor.id },
    forcedVariations: Object.fromEntries(
      assignmentEntries.map(([sticky, variation]) => [sticky.replace(/__\d+$/, ""), Number(variation)]),
    ),
    forcedFeatures: [],
    url: "",
  };
}

/** Replaces the values of running experiments with the values that the visitor already has. */
function keepSavedValues(
  client: ValidatingClient,
  evaluatedFeatures: EvaluatedFeatures,
  visitor: ExperimentVisitor,
): EvaluatedFeatures {
  const values = new Map(evaluatedFeatures.values);
  const cookieValues: Record<string, string> = {};
  for (const name of featureNames) {
    const rules = client.getFeatures()[name]?.rules ?? [];
    if (!rules.some(({ tracks }) => tracks?.length)) continue;
    const choice = visitor.values[name] ?? String(values.get(name)).slice(0, 60);
    values.set(name, choice);
    cookieValues[name] = choice;
  }
  return { ...evaluatedFeatures, values, cookieValues };
}

function createSavedFeatures({ values, assignedVariations }: ExperimentVisitor): EvaluatedFeatures {
  const entries = featureNames.flatMap((name) => {
    const choice = values[name];
    return choice === undefined ? [] : [[name, choice] as const];
  });
  return { values: new Map(entries), assignedVariations, cookieValues: values, newAssignments: [] };
}
