import fc from "fast-check";
import { fieldNames } from "~/request/field-names";
import { createRawRequest } from "../http/raw-http";
import {
  createDistinctWords,
  surroundWithMarkers,
  createMarksOnOneLetter,
  arbitraryText,
} from "./arbitrary-words";

/** A form that a visitor has opened. Its cookies and token make the site accept submitted fields. */
export interface OpenedForm {
  origin: string;
  cookies: Map<string, string>;
  fields: Record<string, string>;
}

export type Disconnect =
  | { closedWhen: "never" }
  /** After this share of the request has been sent, from 0 to 1. */
  | { closedWhen: "sending"; sentRequestShare: number }
  /** When the site calls acq. */
  | { closedWhen: "asked" };

export interface ArbitraryVisit {
  request: (openedForm: OpenedForm) => string;
  disconnect: Disconnect;
}

const pages = [
  "",
  "/summer",
  "/registration/formstarted",
  "/registration/formfinished",
  "/registration/deny",
  "/registration/activateaccount",
  "/registration/activateaccountError",
  "/registration/resend",
  "/registration/registrationformemailpendingcomplete",
  "/registration/events",
  "/invite",
  "/login",
  "/registration/registrationformemailactivecomplete",
  "/membership-interest/apply",
  "/admin/registrationlinkgenerator",
  "/admin/splitgenerator",
];
const formBodies = [
  "",
  "/registration/formstarted",
  "/registration/formstarted",
  "/registration/formfinished",
  "/registration/activateaccount",
  "/registration/resend",
  "/membership-interest/apply",
  "/login",
  "/logout",
  "/language",
  "/consent",
  "/admin/registrationlinkgenerator",
  "/admin/splitgenerator",
];
const parentPaths = [
  "/",
  "/products/",
  "/s/",
  "/coming-soon/",
  "/info/",
  "/assets/",
  "/registration/",
  "//",
  "/.well-known/",
];
const queryNames = [
  "rc",
  "vt",
  "accountActivationId",
  "reason",
  "done",
  "returnTo",
  "a",
  "utm_source",
  "_routes",
];
const cookieNames = [
  "draft",
  "sid",
  "auth.token",
  "lang",
  "locale",
  "consent",
  "tz",
  "visitor",
  "variants",
  "other",
];
const headerNames = [
  "Accept-Language",
  "User-Agent",
  "Referer",
  "Origin",
  "Host",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
  "Forwarded",
  "traceparent",
  "tracestate",
  "Save-Data",
  "Sec-CH-UA-Mobile",
  "Sec-Fetch-Site",
  "Content-Type",
  "Accept",
  "Accept-Encoding",
  "If-None-Match",
  "X-Correlation-Id",
  "X-Session-Id",
  "X-Demo-Country",
  "Authorization",
  "Range",
  "Expect",
  "X-Other",
];

/** Generates a header value. Most values fit into the 16 KiB that Node allows for all request headers. */
const arbitraryHeaderValue = fc.oneof(
  { weight: 6, arbitrary: arbitraryText(1024) },
  { weight: 3, arbitrary: arbitraryText(12 * 1024) },
  { weight: 1, arbitrary: arbitraryText(64 * 1024) },
);
const arbitraryBodyText = fc.oneof(arbitraryText(8 * 1024), arbitraryText(64 * 1024));

function arbitraryDictionary(keyNames: readonly string[], value: fc.Arbitrary<string>) {
  return fc.dictionary(fc.constantFrom(...keyNames), value, { minKeys: 1, maxKeys: 3 });
}

/**
 * The place in a request that contains unexpected text. All other parts of the request are valid, so that the site does
 * not reject the request early.
 */
const unexpectedTextPlacement: fc.Arbitrary<RequestValues> = fc.oneof(
  fc.record({
    path: fc
      .tuple(fc.constantFrom(...parentPaths), arbitraryHeaderValue)
      .map(([parent, slug]) => parent + encodeText(slug)),
  }),
  fc.record({
    query: fc.oneof(
      arbitraryDictionary(queryNames, arbitraryHeaderValue),
      arbitraryHeaderValue.map((name) => ({ [name]: "x" })),
    ),
  }),
  fc.record({ cookies: arbitraryDictionary(cookieNames, arbitraryHeaderValue) }),
  fc.record({ headers: arbitraryDictionary(headerNames, arbitraryHeaderValue) }),
  fc.record({ fields: arbitraryDictionary([...fieldNames], arbitraryBodyText) }),
  fc.record({ fields: arbitraryBodyText.map((name) => ({ [name]: "x" })) }),
  fc.constant({}),
);

const arbitraryDisconnects: fc.Arbitrary<Disconnect> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ closedWhen: "never" } as const) },
  {
    weight: 1,
    arbitrary: fc.record({
      closedWhen: fc.constant("sending" as const),
      sentRequestShare: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ closedWhen: "asked" } as const) },
);

export const visit: fc.Arbitrary<ArbitraryVisit> = fc
  .record({
    isForm: fc.boolean(),
    page: fc.constantFrom(...pages),
    form: fc.constantFrom(...formBodies),
    locale: fc.constantFrom("", "/de", "/pl"),
    network: fc.nat(65_535),
    unexpectedText: unexpectedTextPlacement,
    disconnect: arbitraryDisconnects,
  })
  .map((parts) => createVisit(parts.disconnect, parts));

const commonVisitParts = {
  isForm: false,
  page: "/registration/formstarted",
  form: "",
  locale: "",
  network: 1,
};

/**
 * Regression: when a client disconnected during a call to acq, the process ended and printed what other visitors had
 * typed.
 */
export const visitWithManyWords = createVisit(
  { closedWhen: "asked" },
  {
    ...commonVisitParts,
    unexpectedText: { query: { a: surroundWithMarkers(createDistinctWords(2900, " ")) } },
  },
);
/** Regression: this form blocked the process for seconds while acq failed, and the form's text was printed. */
export const visitWithLongField = createVisit(
  { closedWhen: "never" },
  {
    ...commonVisitParts,
    form: "/registration/resend",
    unexpectedText: { fields: { website: surroundWithMarkers(createDistinctWords(14_000, " ")) } },
  },
);

/** Regression: each of these forms blocked the process for more than a second. */
export const visitsWithManyMarks = [
  { form: "", field: "registrationCode" },
  { form: "/registration/formstarted", field: "email" },
  { form: "/registration/formstarted", field: "firstname" },
].map(({ form, field }) =>
  createVisit(
    { closedWhen: "never" },
    { ...commonVisitParts, form, unexpectedText: { fields: { [field]: createMarksOnOneLetter(5000) } } },
  ),
);

function createVisit(disconnect: Disconnect, parts: VisitParts): ArbitraryVisit {
  return { disconnect, request: (openedForm) => createRequest(parts, openedForm) };
}

interface RequestValues {
  path?: string;
  query?: Record<string, string>;
  cookies?: Record<string, string>;
  headers?: Record<string, string>;
  fields?: Record<string, string>;
}

interface VisitParts {
  isForm: boolean;
  page: string;
  form: string;
  locale: string;
  /** The number of the client's network. It differs for each visit, so that no limit refuses a visit. */
  network: number;
  unexpectedText: RequestValues;
}

function createRequest(
  { isForm, page, form, locale, network, unexpectedText: values }: VisitParts,
  openedForm: OpenedForm,
): string {
  const method = isForm || values.fields ? "POST" : "GET";
  const path = values.path ?? `${locale}${method === "POST" ? form : page}`;
  const query = { rc: "WELCOME", accountActivationId: "an-id", ...values.query };
  const cookies = [...openedForm.cookies].map((cookiePair) => cookiePair.join("="));
  for (const [name, text] of Object.entries({ "auth.token": "a-token", ...values.cookies }))
    cookies.push(`${name}=${encodeText(text)}`);
  const body =
    method === "POST" ? new URLSearchParams({ ...openedForm.fields, ...values.fields }).toString() : "";
  const headers: Record<string, string> = {};
  for (const [name, text] of Object.entries(values.headers ?? {})) headers[name] = encodeHeaderText(text);
  return createRawRequest(
    `${method} ${path || "/"}?${new URLSearchParams(query).toString()} HTTP/1.1`,
    {
      Host: new URL(openedForm.origin).host,
      Origin: openedForm.origin,
      Accept: "text/html",
      "X-Forwarded-For": `10.${network >> 8}.${network & 255}.1`,
      Cookie: cookies.join("; "),
      ...(body && {
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": String(body.length),
      }),
      ...headers,
    },
    body,
  );
}

/** Encodes a text; a lone surrogate, which cannot be encoded, is replaced first. */
function encodeText(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** Removes line breaks, which would end the header. */
function encodeHeaderText(text: string): string {
  return Buffer.from(text)
    .toString("latin1")
    .replaceAll(/[\r\n]/g, "");
}
