import { LRUCache } from "lru-cache";
import { randomBytes } from "node:crypto";
import type { Config } from "~/config/environment";
import type { Features } from "~/config/features-variable";
import { readConsent } from "~/domain/consent";
import type { Cookies, PlainCookie } from "~/cookies/cookies.server";
import type { TokenCrypto } from "~/crypto/sealing.server";
import type { Locale } from "~/i18n/locales";
import { type ExperimentAttributes, createAttributes } from "./attributes";
import { selectVariants } from "./preview-token.server";
import type { EvaluatedFeatures } from "./evaluate.server";
import {
  createFileSource,
  createRemoteSource,
  createServiceSource,
  type FeatureSource,
} from "./sources.server";
import type { ExperimentsLog, RefreshIntervals } from "./service-client.server";
import { type FeatureValidator, createFeatureValidator } from "./feature-validator.server";
import type { Variants } from "./variants";
import { readVisitor, type ExperimentVisitor, serializeVisitor } from "./visitor-cookie";

const maxCachedAttributeSets = 1000;

/** The parts of a request that the values of features may depend on. */
export interface VisitorRequest {
  /** The request's cookies by name. */
  requestCookies: Partial<Record<string, string>>;
  /** The URL with its query. */
  url: string;
  locale: Locale;
  hostname: string;
  /** The header Sec-CH-UA-Mobile. */
  mobileHint: string | undefined;
  /** The landing page's slug. */
  campaign: string | undefined;
  /** True for a page with experiments. Other pages assign no visitors to variations. */
  hasExperiments: boolean;
  /** True if a new visitor may get an id: only when a page itself is requested, not its data. */
  canCreateVisitor: boolean;
}

export interface Experiments {
  /**
   * Resolves when the features are loaded, or when loading has failed, at most 5 s after the start. Requests do not
   * wait for it.
   */
  ready: Promise<void>;
  /** Returns the request's features. Synchronous; never throws. */
  chooseVariants: (visitorRequest: VisitorRequest) => Variants;
  close: () => void;
}

interface ExperimentsOptions {
  config: Config;
  log: ExperimentsLog;
  tokenCrypto: TokenCrypto;
  cookies: Cookies;
  clock: () => Date;
  refreshIntervals?: RefreshIntervals;
}

/** Creates the evaluation of features for visitors (docs/decisions/experiments.md). */
export function createExperiments(options: ExperimentsOptions): Experiments {
  const { config, log, tokenCrypto, cookies } = options;
  const validator = createFeatureValidator(config.features, log);
  const featureSource = createFeatureSource(options, validator);
  const readAttributes = createAttributesReader(cookies);
  const noFeatures: EvaluatedFeatures = {
    values: new Map(),
    assignedVariations: {},
    cookieValues: {},
    newAssignments: [],
  };
  const defaultFeatures = validator.validateFeatures(noFeatures.values);
  const clearedVisitorCookie = { value: cookies.visitor.serializeDeletion(), isDeletion: true };
  const featuresByEvaluation = new WeakMap<EvaluatedFeatures, Features>();

  function getValidFeatures(evaluatedFeatures: EvaluatedFeatures): Features {
    const cachedFeatures = featuresByEvaluation.get(evaluatedFeatures);
    if (cachedFeatures) return cachedFeatures;
    const features = validator.validateFeatures(evaluatedFeatures.values);
    featuresByEvaluation.set(evaluatedFeatures, features);
    return features;
  }

  return {
    ready: featureSource.ready,
    close: () => {
      featureSource.close();
    },
    chooseVariants(visitorRequest) {
      const { requestCookies } = visitorRequest;
      const variantSelection = selectVariants(
        visitorRequest.url,
        requestCookies[cookies.variants.name],
        tokenCrypto,
      );
      const hasConsent = readConsent(requestCookies[cookies.consent.name])?.analytics === true;
      const commonVariants = {
        newAssignments: [],
        isPreview: variantSelection.kind === "preview",
        visitorCookie:
          !hasConsent && requestCookies[cookies.visitor.name] !== undefined
            ? clearedVisitorCookie
            : undefined,
        variantsCookie:
          variantSelection.cookie && createSetCookie(cookies.variants, variantSelection.cookie.text),
      };
      if (variantSelection.kind === "off") return { ...commonVariants, features: defaultFeatures };

      const attributes = readAttributes(visitorRequest);
      const isParticipant = hasConsent && visitorRequest.hasExperiments && variantSelection.kind === "none";
      const visitor = isParticipant
        ? readOrCreateVisitor(requestCookies[cookies.visitor.name], visitorRequest.canCreateVisitor)
        : undefined;
      const evaluatedFeatures = featureSource.evaluateVisit({ attributes, visitor }) ?? noFeatures;
      if (variantSelection.kind === "preview") {
        const values = new Map([...evaluatedFeatures.values, ...variantSelection.preview]);
        return { ...commonVariants, features: validator.validateFeatures(values) };
      }
      const features = getValidFeatures(evaluatedFeatures);
      if (!visitor) return { ...commonVariants, features };
      const visitorCookieValue = serializeVisitor({
        id: visitor.id,
        assignedVariations: { ...visitor.assignedVariations, ...evaluatedFeatures.assignedVariations },
        values: evaluatedFeatures.cookieValues,
      });
      const isCookieChanged = visitorCookieValue !== requestCookies[cookies.visitor.name];
      const visitorCookie = isCookieChanged
        ? { value: cookies.visitor.serialize(visitorCookieValue), isDeletion: false }
        : undefined;
      return { ...commonVariants, features, newAssignments: evaluatedFeatures.newAssignments, visitorCookie };
    },
  };
}

/** Returns the source that the configuration selects: the local file, or the features service. */
function createFeatureSource(
  { config, log, clock, ...refreshIntervals }: ExperimentsOptions,
  validator: FeatureValidator,
): FeatureSource {
  const service = config.featuresService;
  if (!service) return createFileSource(config.featuresGiven, validator);
  const now = () => clock().getTime();
  const createSource = service.remoteEval ? createRemoteSource : createServiceSource;
  return createSource(service, { log, now, validator, ...refreshIntervals });
}

/**
 * Returns a function that reads a visitor's attributes. For equal attributes the function returns the same object,
 * because a cache of features uses the object as its key.
 */
function createAttributesReader({
  tz,
  token,
}: Cookies): (visitorRequest: VisitorRequest) => ExperimentAttributes {
  const cache = new LRUCache<string, ExperimentAttributes, () => ExperimentAttributes>({
    max: maxCachedAttributeSets,
    memoMethod: (_key, _stale, { context: readAttributes }) => readAttributes(),
  });
  return ({ requestCookies, locale, hostname, mobileHint, campaign }) => {
    const timeZone = requestCookies[tz.name];
    const loggedIn = requestCookies[token.name] !== undefined;
    const key = `${locale} ${hostname} ${timeZone ?? ""} ${mobileHint ?? ""} ${campaign ?? ""} ${String(loggedIn)}`;
    const readAttributes = () =>
      createAttributes({ locale, hostname, mobileHint, campaign, timeZone, loggedIn });
    return key.length < 300 ? cache.memo(key, { context: readAttributes }) : readAttributes();
  };
}

/**
 * Returns the visitor in the `visitor` cookie. Without a valid cookie, returns a new visitor if `canCreateVisitor` is
 * true.
 *
 * @param visitorCookieValue - the value of the `visitor` cookie in the request
 */
function readOrCreateVisitor(
  visitorCookieValue: string | undefined,
  canCreateVisitor: boolean,
): ExperimentVisitor | undefined {
  const visitor = readVisitor(visitorCookieValue);
  if (visitor || !canCreateVisitor) return visitor;
  return { id: randomBytes(12).toString("base64url"), assignedVariations: {}, values: {} };
}

/** Returns a Set-Cookie value; an empty text deletes the cookie. */
function createSetCookie(cookie: PlainCookie, text: string): string {
  return text === "" ? cookie.serializeDeletion() : cookie.serialize(text);
}
