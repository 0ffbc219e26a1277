import type { ErrorEvent, Event } from "@sentry/remix";
import type { Redactor } from "./redaction";
import { ofTheBuild } from "./stack-frames";

/** What is known of an error besides itself. */
interface Circumstances {
  level: "error" | "fatal";
  environment: string;
  redactor: Redactor;
  /** The error id that a visitor may quote. */
  correlationId: unknown;
  /** The pattern of a URL, never the URL. */
  route: string | undefined;
  method?: string | undefined;
  /** What was logged, if it was. */
  text?: string;
  facts?: object;
}

/** Makes of an event what is sent of it, on server and in browser: nothing of a visitor's, and what finds it again. */
export function describeBy(about: Circumstances): (event: Event) => ErrorEvent | null {
  return (event) => (isError(event) ? described(event, about) : null);
}

const isError = (event: Event): event is ErrorEvent => event.type === undefined;

/** Part by part: what a client adds one day is not sent by chance. */
function described(event: ErrorEvent, about: Circumstances): ErrorEvent {
  const { level, environment, redactor, correlationId, route, method, text, facts } = about;
  const { event_id, timestamp, platform, release, sdk, message, exception, extra } = event;
  return {
    type: undefined,
    ...(event_id !== undefined && { event_id }),
    ...(timestamp !== undefined && { timestamp }),
    ...(platform !== undefined && { platform }),
    ...(release !== undefined && { release }),
    ...(sdk && { sdk }),
    ...redactor.copy({
      ...(message !== undefined && { message }),
      ...(exception && { exception: ofTheBuild(exception) }),
      ...(text !== undefined && { logger: text }),
      extra: { ...extra, ...facts },
    }),
    ...{ level, environment },
    tags: {
      ...(typeof correlationId === "string" && { correlation_id: correlationId }),
      ...(route !== undefined && { route }),
    },
    ...(route !== undefined && {
      transaction: route,
      request: { url: route, ...(method !== undefined && { method }) },
    }),
  };
}
