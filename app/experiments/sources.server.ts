import type { Source, ExperimentsLog } from "./source";
import { type Attributes, attributesKey } from "./attributes";
import { CheckedClient, payloadSchema } from "./checked-client.server";
import { evaluate, type EvaluatedFeatures, type ExperimentVisit } from "./evaluate.server";
import {
  type FeaturesService,
  isRefusedKey,
  mostAgeMs,
  type RefreshPace,
  prepareSdk,
  serviceClient,
  logRefusedKey,
  usualPace,
} from "./service-client.server";
import type { FeaturesReader } from "./valid-features.server";
import { type FeatureApiResponse, helpers } from "@growthbook/growthbook";
import file from "./features.json";
import { LRUCache } from "lru-cache";
import { featureNames } from "~/config/features-variable";
import type { Visitor } from "./visitor-cookie";

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
  tools: { log: ExperimentsLog; now: () => number; reader: FeaturesReader; pace?: RefreshPace },
): Source {
  const { ready, client, close } = serviceClient(service, tools);
  return { ready, outcomeFor: evaluator(client, tools.reader), close };
}

/**
 * Visitors who have not consented are alike if their attributes are: for them it is evaluated once, until features
 * change.
 */
function evaluator(clientNow: () => CheckedClient | undefined, reader: FeaturesReader) {
  const known = new WeakMap<Attributes, { features: object; outcome: EvaluatedFeatures }>();
  return (visit: ExperimentVisit): EvaluatedFeatures | undefined => {
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

/** Answers that are kept, the least used go first; and questions that are under way at once. */
const maxEvaluations = { answers: 1000, questions: 50 };

type ConsentedVisit = ExperimentVisit & { visitor: Visitor };

interface RemoteEvaluation {
  client: CheckedClient;
  askedAt: number;
}

/**
 * FEATURES_REMOTE_EVAL: the service evaluates (POST /api/eval/{clientKey}), and nobody waits for it. Who asks for a
 * page is evaluated meanwhile, and sees what was known before; what a visitor was given is in their cookie, so that it
 * is the same wherever and whenever they come back. Without consent the defaults serve.
 */
export function remoteSource(
  service: FeaturesService,
  {
    log,
    now,
    reader,
    pace = usualPace,
  }: { log: ExperimentsLog; now: () => number; reader: FeaturesReader; pace?: RefreshPace },
): Source {
  const { url } = service;
  const answers = new LRUCache<string, RemoteEvaluation>({ max: maxEvaluations.answers });
  const underWay = new Set<string>();
  /** After a failure it is left in peace for a while. */
  let restsUntil = 0;
  let isAway = false;
  const ready = prepareSdk(pace);

  function answerFor(visit: ConsentedVisit): CheckedClient | undefined {
    const key = `${visit.visitor.id} ${attributesKey(visit.attributes)}`;
    const answer = answers.get(key);
    if (!answer || now() - answer.askedAt >= pace.staleMs) void ask(key, visit);
    if (!answer || now() - answer.client.freshAt >= mostAgeMs) return undefined;
    return answer.client;
  }

  async function ask(key: string, visit: ConsentedVisit): Promise<void> {
    if (underWay.has(key) || underWay.size >= maxEvaluations.questions || now() < restsUntil) return;
    underWay.add(key);
    try {
      await ready;
      const client = await askService(service, visit, now);
      answers.set(key, { client, askedAt: now() });
      if (isAway) log.info({ url }, "FEATURES_URL evaluates again");
      isAway = false;
    } catch (error) {
      if (!isAway && error instanceof RefusedKey) logRefusedKey(log, { url, status: error.status });
      else if (!isAway)
        log.error({ url, err: error }, "FEATURES_URL did not evaluate: the defaults serve until it does");
      isAway = true;
      restsUntil = now() + pace.lookMs;
    } finally {
      underWay.delete(key);
    }
  }

  return {
    ready,
    outcomeFor({ attributes, visitor }) {
      // In its answer a variant looks like any other value: who has not consented is not asked about.
      if (!visitor) return undefined;
      const visit = { attributes, visitor };
      const client = answerFor(visit);
      return client ? withKept(client, evaluate(client, visit, reader.fail), visitor) : savedOutcome(visitor);
    },
    close: () => undefined,
  };
}

class RefusedKey extends Error {
  constructor(readonly status: number) {
    super("the service takes no such key");
  }
}

/** @throws when the service does not answer in time, or not with features */
async function askService(
  { url, clientKey }: FeaturesService,
  visit: ConsentedVisit,
  now: () => number,
): Promise<CheckedClient> {
  const client = new CheckedClient({}, now);
  const response = await helpers.fetchRemoteEvalCall({ host: url, clientKey, payload: questionOf(visit) });
  if (isRefusedKey(response.status)) throw new RefusedKey(response.status);
  if (!response.ok) throw new Error(`status ${response.status}`);
  await client.setPayload(payloadSchema.parse(await response.json()));
  return client;
}

/** The service is told what a visitor is assigned to, so that it moves nobody either. */
function questionOf({ attributes, visitor }: ConsentedVisit) {
  const assigned = Object.entries(visitor.assigned);
  return {
    attributes: { ...attributes, id: visitor.id },
    forcedVariations: Object.fromEntries(
      assigned.map(([sticky, variation]) => [sticky.replace(/__\d+$/, ""), Number(variation)]),
    ),
    forcedFeatures: [],
    url: "",
  };
}

/** A value that an experiment has given a visitor stays for as long as the experiment runs. */
function withKept(client: CheckedClient, outcome: EvaluatedFeatures, visitor: Visitor): EvaluatedFeatures {
  const values = new Map(outcome.values);
  const kept: Record<string, string> = {};
  for (const name of featureNames) {
    const rules = client.getFeatures()[name]?.rules ?? [];
    if (!rules.some(({ tracks }) => tracks?.length)) continue;
    const word = visitor.values[name] ?? String(values.get(name)).slice(0, 60);
    values.set(name, word);
    kept[name] = word;
  }
  return { ...outcome, values, kept };
}

function savedOutcome({ values, assigned }: Visitor): EvaluatedFeatures {
  const known = featureNames.flatMap((name) => {
    const word = values[name];
    return word === undefined ? [] : [[name, word] as const];
  });
  return { values: new Map(known), assigned, kept: values, assignments: [] };
}
