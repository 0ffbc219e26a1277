import { randomBytes } from "node:crypto";
import type { Config } from "~/config/environment";
import type { Features } from "~/config/features-variable";
import { readConsent } from "~/http/cookies/consent-choice";
import { cookiesFor } from "~/http/cookies/cookies.server";
import type { Sealing } from "~/http/seals/sealing.server";
import type { Locale } from "~/i18n/locales";
import type { Tell } from "./logger";
import { attributesOf, type Attributes } from "./attributes";
import { chosenVariants } from "./chosen-variants.server";
import type { Outcome } from "./evaluate.server";
import { fileSource, serviceSource } from "./local-source.server";
import { remoteSource } from "./remote-source.server";
import type { Pace } from "./service-client.server";
import { featuresReader } from "./valid-features.server";
import type { Variants } from "./variants";
import { readVisitor, visitorText, type Visitor } from "./visitor-cookie";

const mostAlike = 1000;

/** What a request says that features may depend on. */
export interface Asker {
  /** Its cookies. */
  sent: Partial<Record<string, string>>;
  /** With its query. */
  url: string;
  locale: Locale;
  hostname: string;
  /** Sec-CH-UA-Mobile. */
  mobile: string | undefined;
  /** The landing page's slug. */
  campaign: string | undefined;
  /** Whether features decide of the page: elsewhere nobody takes part in an experiment. */
  takesPart: boolean;
  /** Whether a page is asked for: only there somebody new gets an id. */
  mayBegin: boolean;
}

export interface Experiments {
  /** Settled once it is known what serves, 5 s after the start at the latest; never waited for by a request. */
  ready: Promise<void>;
  /** At once, and whatever happens. */
  variantsFor: (asker: Asker) => Variants;
  close: () => void;
}

interface Tools {
  config: Config;
  log: Tell;
  sealing: Sealing;
  clock: () => Date;
  pace?: Pace;
}

/** Which features whom: docs/decisions/experiments.md. */
export function createExperiments({ config, log, sealing, clock, ...pace }: Tools): Experiments {
  const reader = featuresReader(config.features, log);
  const service = config.featuresService;
  const now = () => clock().getTime();
  const remote = service?.remoteEval ? remoteSource : serviceSource;
  const source = service
    ? remote(service, { log, now, reader, ...pace })
    : fileSource(config.featuresGiven, reader);
  const cookies = cookiesFor(config);
  const nothing: Outcome = { values: new Map(), assigned: {}, kept: {}, assignments: [] };
  const defaults = reader.read(nothing.values);
  const cleared = { value: cookies.visitor.clear(), clears: true };
  const known = new WeakMap<Outcome, Features>();
  const alike = new Map<string, Attributes>();

  function featuresOf(outcome: Outcome): Features {
    const before = known.get(outcome);
    if (before) return before;
    const features = reader.read(outcome.values);
    known.set(outcome, features);
    return features;
  }

  /** The same object for all who are alike: most visitors are, and their features are found by it. */
  function attributesFor({ sent, locale, hostname, mobile, campaign }: Asker): Attributes {
    const timeZone = sent[cookies.tz.name];
    const loggedIn = sent[config.token.cookie] !== undefined;
    const key = `${locale} ${hostname} ${timeZone ?? ""} ${mobile ?? ""} ${campaign ?? ""} ${String(loggedIn)}`;
    const before = alike.get(key);
    if (before) return before;
    const attributes = attributesOf({ locale, hostname, mobile, campaign, timeZone, loggedIn });
    if (alike.size >= mostAlike) alike.clear();
    if (key.length < 300) alike.set(key, attributes);
    return attributes;
  }

  /** Who has consented, with the id that they have or get now. */
  function visitorOf({ sent, mayBegin }: Asker): Visitor | undefined {
    const kept = readVisitor(sent[cookies.visitor.name]);
    if (kept || !mayBegin) return kept;
    return { id: randomBytes(12).toString("base64url"), assigned: {}, values: {} };
  }

  return {
    ready: source.ready,
    close: () => {
      source.close();
    },
    variantsFor(asker) {
      const { sent } = asker;
      const chosen = chosenVariants(asker.url, sent[cookies.variants.name], sealing);
      const variantsCookie =
        chosen.cookie &&
        (chosen.cookie.text === "" ? cookies.variants.clear() : cookies.variants.set(chosen.cookie.text));
      const mayKnow = readConsent(sent[cookies.consent.name])?.analytics === true;
      const rest = {
        assignments: [],
        isPreview: chosen.kind === "preview",
        visitorCookie: !mayKnow && sent[cookies.visitor.name] !== undefined ? cleared : undefined,
        variantsCookie,
      };
      if (chosen.kind === "off") return { ...rest, features: defaults };

      const attributes = attributesFor(asker);
      const visitor = mayKnow && asker.takesPart && chosen.kind === "none" ? visitorOf(asker) : undefined;
      const outcome = source.outcomeFor({ attributes, visitor }) ?? nothing;
      if (chosen.kind === "preview") {
        const values = new Map([...outcome.values, ...chosen.preview]);
        return { ...rest, features: reader.read(values) };
      }
      const features = featuresOf(outcome);
      if (!visitor) return { ...rest, features };
      const text = visitorText({
        id: visitor.id,
        assigned: { ...visitor.assigned, ...outcome.assigned },
        values: outcome.kept,
      });
      const isNew = text !== sent[cookies.visitor.name];
      const visitorCookie = isNew ? { value: cookies.visitor.set(text), clears: false } : undefined;
      return { ...rest, features, assignments: outcome.assignments, visitorCookie };
    },
  };
}
