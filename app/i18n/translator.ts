import { createInstance } from "i18next";
import type accessibility from "../../locales/en/accessibility.json";
import type account from "../../locales/en/account.json";
import type admin from "../../locales/en/admin.json";
import type activation from "../../locales/en/activation.json";
import type countdown from "../../locales/en/countdown.json";
import type common from "../../locales/en/common.json";
import type errors from "../../locales/en/errors.json";
import type frame from "../../locales/en/frame.json";
import type deny from "../../locales/en/deny.json";
import type interest from "../../locales/en/interest.json";
import type landing from "../../locales/en/landing.json";
import type pages from "../../locales/en/pages.json";
import type products from "../../locales/en/products.json";
import type progress from "../../locales/en/progress.json";
import type registration from "../../locales/en/registration.json";
import type season from "../../locales/en/season.json";
import type sharing from "../../locales/en/sharing.json";
import { fillText } from "./fill-text";
import { getLanguageTag, type Namespace, type Locale } from "./locales";

interface EnglishMessages extends Record<Namespace, object> {
  common: typeof common;
  frame: typeof frame;
  errors: typeof errors;
  landing: typeof landing;
  countdown: typeof countdown;
  season: typeof season;
  registration: typeof registration;
  progress: typeof progress;
  deny: typeof deny;
  activation: typeof activation;
  interest: typeof interest;
  account: typeof account;
  admin: typeof admin;
  sharing: typeof sharing;
  pages: typeof pages;
  accessibility: typeof accessibility;
  products: typeof products;
}

type PluralSuffix = "_one" | "_few" | "_many" | "_other";
type WithoutPluralSuffix<Key> = Key extends `${infer Base}${PluralSuffix}` ? Base : Key;

/** A namespace and a key, such as "registration:email.label". A key with plural forms is written without its suffix. */
export type MessageKey = {
  [A in Namespace]: `${A}:${WithoutPluralSuffix<keyof EnglishMessages[A] & string>}`;
}[Namespace];
export type MessageValues = Record<string, string | number>;
export type Translate = (key: MessageKey, values?: MessageValues) => string;

/** The messages of one locale by namespace, as in its JSON files. */
export type Messages = Partial<Record<Namespace, Record<string, string>>>;

/**
 * Creates an i18next instance and returns its translate function. Texts are cached, so i18next finds each text only
 * once per plural form. Values are filled in here, because i18next would also replace `{{brand}}` in an inviter's name.
 */
export function createTranslator(locale: Locale, messages: Messages, brand: string): Translate {
  const i18nextInstance = createInstance();
  void i18nextInstance.init({
    lng: getLanguageTag(locale),
    fallbackLng: false,
    ns: Object.keys(messages),
    resources: { [getLanguageTag(locale)]: messages },
    keySeparator: false,
    initImmediate: false,
  });
  const pluralRules = new Intl.PluralRules(getLanguageTag(locale));
  const cache = new Map<string, string>();

  return (key, values = {}) => {
    const { count } = values;
    const cacheKey = typeof count === "number" ? `${key} ${pluralRules.select(count)}` : key;
    const text = cache.get(cacheKey) ?? i18nextInstance.t(key, { ...values, skipInterpolation: true });
    cache.set(cacheKey, text);
    return fillText(text, brand, values);
  };
}
