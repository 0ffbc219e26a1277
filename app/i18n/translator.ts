import { createInstance } from "i18next";
import type account from "../../locales/en/account.json";
import type activation from "../../locales/en/activation.json";
import type common from "../../locales/en/common.json";
import type errors from "../../locales/en/errors.json";
import type frame from "../../locales/en/frame.json";
import type deny from "../../locales/en/deny.json";
import type interest from "../../locales/en/interest.json";
import type landing from "../../locales/en/landing.json";
import type pages from "../../locales/en/pages.json";
import type products from "../../locales/en/products.json";
import type registration from "../../locales/en/registration.json";
import type season from "../../locales/en/season.json";
import { isoOf, type Area, type Locale } from "./locales";

interface EnglishMessages extends Record<Area, object> {
  common: typeof common;
  frame: typeof frame;
  errors: typeof errors;
  landing: typeof landing;
  season: typeof season;
  registration: typeof registration;
  deny: typeof deny;
  activation: typeof activation;
  interest: typeof interest;
  account: typeof account;
  pages: typeof pages;
  products: typeof products;
}

type PluralSuffix = "_one" | "_few" | "_many" | "_other";
type WithoutPlural<Key> = Key extends `${infer Base}${PluralSuffix}` ? Base : Key;

/** "registration:email.label": an area and one of its keys; a plural's key stands without its category. */
export type MessageKey = { [A in Area]: `${A}:${WithoutPlural<keyof EnglishMessages[A] & string>}` }[Area];
export type MessageValues = Record<string, string | number>;
export type Translate = (key: MessageKey, values?: MessageValues) => string;

/** The messages of one locale by area, as its JSON files hold them. */
export type Messages = Partial<Record<Area, Record<string, string>>>;

/**
 * Prepares one i18next instance and returns its translate function. Values are printed as they are: markup is
 * React's to escape, and a value's own `{{x}}` or `$t(x)` stays text (quality.md, "Safe").
 */
export function createTranslator(locale: Locale, messages: Messages, brand: string): Translate {
  const instance = createInstance();
  void instance.init({
    lng: isoOf(locale),
    fallbackLng: false,
    ns: Object.keys(messages),
    resources: { [isoOf(locale)]: messages },
    keySeparator: false,
    initImmediate: false,
    interpolation: { escapeValue: false, skipOnVariables: true, defaultVariables: { brand } },
  });
  return (key, values) => shown(instance.t(key, { ...guarded(values), nest: false }));
}

const guard = "\ue000";

/**
 * i18next replaces the first `{{brand}}` that it finds, which may be one inside a value put in before: so braces
 * of values are kept apart until the text is whole.
 */
function guarded(values: MessageValues = {}): MessageValues {
  const apart: MessageValues = {};
  for (const [name, value] of Object.entries(values))
    apart[name] =
      typeof value === "string" ? value.replaceAll(guard, "").replaceAll("{", `{${guard}`) : value;
  return apart;
}

function shown(text: string): string {
  return text.replaceAll(guard, "");
}
