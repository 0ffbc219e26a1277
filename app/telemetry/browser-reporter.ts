import {
  BrowserClient,
  Scope,
  defaultStackParser,
  linkedErrorsIntegration,
  makeFetchTransport,
} from "@sentry/remix";
import { isChoice } from "./choices";
import { cutToSize } from "./cut-to-size";
import { describeBy } from "./described-event";
import { limits, paced } from "./paced";
import { redactorFor } from "./redaction";

/** Where a page's errors go; it stands in the page's data. */
export interface ReportsTo {
  dsn: string;
  release: string | undefined;
  environment: string;
  /** The pattern of the page's URL. */
  route: string | undefined;
}

/**
 * Reports what has failed in a page until now, and from now on (contract.md, section 14). It is loaded by the first
 * error, in a file of its own: what failed may be any of the others.
 *
 * @param failed where the page's first script puts its errors; this takes its place
 */
export function reportFrom(failed: unknown[], { dsn, release, environment, route }: ReportsTo): void {
  const client = new BrowserClient({
    dsn,
    ...(release !== undefined && { release }),
    stackParser: defaultStackParser,
    integrations: [linkedErrorsIntegration()],
    transport: makeFetchTransport,
    transportOptions: { bufferSize: limits.waiting },
    sendClientReports: false,
    beforeSend: cutToSize,
  });
  client.init();
  const correlationId = `acq-frontend-${pageId()}`;
  const redactor = () => redactorFor(typedHere);

  const report = paced<unknown>({
    send(error) {
      const scope = new Scope();
      const about = { level: "error", environment, correlationId, route, redactor: redactor() } as const;
      scope.addEventProcessor(describeBy(about));
      client.captureException(
        error,
        { originalException: error, mechanism: { type: "page", handled: false } },
        scope,
      );
    },
    onFull: () => undefined,
    now: () => performance.now(),
    later: (run, ms) => setTimeout(run, ms),
  });
  const before = failed.splice(0, limits.waiting);
  failed.push = (...errors) => {
    errors.forEach(report);
    return errors.length;
  };
  before.forEach(report);
}

/** `crypto.randomUUID` is there on https alone. */
function pageId(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  );
  return digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** What stands in the page's fields and address, and what the site has kept of a link. */
function typedHere(): string[] {
  const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea")]
    .filter(
      ({ type, name }) => name === "gender" || (!/^(?:radio|checkbox|submit)$/.test(type) && !isChoice(name)),
    )
    .map(({ value }) => value);
  const parameters = [...new URLSearchParams(location.search)].flatMap(([name, value]) =>
    isChoice(name) ? [] : [value],
  );
  const segments = location.pathname.split("/").filter((segment) => segment.length >= 16);
  return [...fields, ...parameters, ...segments, ...kept()];
}

function kept(): string[] {
  try {
    return Object.keys(localStorage).flatMap((name) => localStorage.getItem(name) ?? []);
  } catch {
    return [];
  }
}
