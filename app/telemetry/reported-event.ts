import type { ErrorEvent } from "@sentry/remix";
import type { ErrorFacts, Frame } from "./error-facts";
import type { AllowedFacts } from "./log-facts";

/** The content of a report: nothing that could be a visitor's, and enough to find the error again. */
interface Reported {
  level: "info" | "error" | "fatal";
  environment: string;
  errors: ErrorFacts[];
  /** The error id that a visitor may quote. */
  correlationId: string | undefined;
  /** The pattern of a URL, never the URL. */
  route: string | undefined;
  method?: string | undefined;
  /** The logged text, if there was one. */
  text?: string;
  facts?: AllowedFacts;
}

/**
 * An event in Sentry's form. Its parts are few and short: it stays far below 524288 bytes
 * (docs/product.md#errors-and-messages).
 */
export function reportedEvent(reported: Reported): ErrorEvent {
  const { level, environment, errors, correlationId, route, method, text, facts } = reported;
  const [error] = errors;
  return {
    type: undefined,
    level,
    environment,
    ...(!error && text !== undefined && { message: text }),
    // The outermost last.
    ...(error && {
      exception: { values: errors.map((one, index) => exceptionOf(one, index === 0, text)).reverse() },
    }),
    ...(facts && { extra: facts }),
    tags: {
      ...(correlationId !== undefined && { correlation_id: correlationId }),
      ...(route !== undefined && { route }),
    },
    ...(route !== undefined && {
      transaction: route,
      request: { url: route, ...(method !== undefined && { method }) },
    }),
  };
}

/** @param text what was logged takes the place of the error's own message */
function exceptionOf({ type, code, status, frames }: ErrorFacts, isOutermost: boolean, text = "") {
  return {
    type,
    value: [isOutermost ? text : "", code, status].filter(Boolean).join(" "),
    ...(isOutermost && { mechanism: { type: "generic", handled: false } }),
    // The oldest first.
    ...(frames.length > 0 && { stacktrace: { frames: frames.map(frameOf).reverse() } }),
  };
}

function frameOf({ function: name, file, line, column }: Frame) {
  const inApp = file.startsWith("app:///") && !file.includes("/node_modules/");
  return {
    ...(name !== undefined && { function: name }),
    filename: file,
    lineno: line,
    colno: column,
    in_app: inApp,
  };
}

const sent = [
  ...(["event_id", "timestamp", "platform", "release", "sdk", "level", "environment", "message"] as const),
  ...(["exception", "extra", "tags", "transaction", "request"] as const),
];

/** An event part by part: what a client adds to it one day is not sent by chance. */
export function sentParts(event: ErrorEvent): ErrorEvent {
  const parts = sent.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]] as const]));
  return Object.assign({ type: undefined }, Object.fromEntries(parts));
}
