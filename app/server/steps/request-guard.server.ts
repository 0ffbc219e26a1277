import type { TokenProof } from "~/request/form-token.server";
import type { Refusal } from "~/request/request-info";
import type { Exchange, PipelineStep } from "~/server/exchange";
import { hasBody, readBody } from "~/server/guard/guard-body.server";
import { findUnknownField, keepKnownFields } from "~/server/guard/guard-fields.server";
import { type OriginRules, classifySender, isFormOfRequestedHost } from "~/server/guard/guard-origin.server";
import { checkRequestTarget, createRefusal, type LoggedRefusal } from "~/server/guard/guard-target.server";

/** Returns true for the body that an HTML form sends: urlencoded and not compressed. */
function isFormBody(contentType: string | undefined, contentEncoding: string | undefined): boolean {
  if (contentEncoding !== undefined && contentEncoding !== "identity") return false;
  return /^application\/x-www-form-urlencoded\s*(?:;\s*charset="?[\w-]+"?\s*)?$/i.test(contentType ?? "");
}

const maxFormBytes = 64 * 1024;
const formDeadlineMs = 10_000;

export interface RequestGuardOptions extends OriginRules {
  /** The fields that forms may send. All other fields are dropped. */
  knownFieldNames: ReadonlySet<string>;
  /** In development, a form with an unknown field is refused, and the error page names the field. */
  isDevelopment?: boolean;
  /** Verifies a form token against the Cookie header of its request. */
  verifyFormToken: (token: string, cookieHeader: string) => TokenProof;
  /**
   * Returns how a page treats a form that may come from another site. "free": the page accepts the form, because the
   * form changes nothing at acq. "confirmed": the page gets the form as `isUnverified`, and asks the visitor to confirm
   * it.
   */
  getUnverifiedFormRule: (pagePath: string) => "free" | "confirmed" | undefined;
  /** Counts a form that is refused although the browser's headers show that a page of this server sent the form. */
  countRefusedOwnForm: () => void;
  /** Sends the response to a refused request. */
  refuse: (exchange: Exchange, refusal: Refusal) => void | Promise<void>;
  /** The time limit for receiving a request body, in milliseconds; 10 s if undefined. */
  bodyDeadlineMs?: number;
}

/**
 * Refuses requests that no page of this site can cause, and reads the body of submitted forms
 * (docs/product/pages.md#pages and docs/product/registration.md#registration).
 */
export function createRequestGuardStep(options: RequestGuardOptions): PipelineStep {
  function refuse(exchange: Exchange, { refusal, reason }: LoggedRefusal): void | Promise<void> {
    const { req, res, record } = exchange;
    record.refusal = reason;
    if (refusal.allowHeader !== undefined) res.setHeader("Allow", refusal.allowHeader);
    // Closes the connection after the response: the unread rest of the request body would precede the next request.
    if (hasBody(req) && !req.readableEnded) res.setHeader("Connection", "close");
    return options.refuse(exchange, refusal);
  }

  return (exchange, next) => {
    const targetRefusal = checkRequestTarget(exchange);
    if (targetRefusal) return refuse(exchange, targetRefusal);
    if (exchange.req.method !== "POST") return next();
    return readAndCheckForm(exchange, options).then((result) => {
      if (result === "gone") return;
      return result === "passes" ? next() : refuse(exchange, result);
    });
  };
}

async function readAndCheckForm(
  exchange: Exchange,
  options: RequestGuardOptions,
): Promise<"passes" | "gone" | LoggedRefusal> {
  const { req, address } = exchange;
  const { headers } = req;
  if (!isFormBody(headers["content-type"], headers["content-encoding"]))
    return createRefusal(415, "content type");
  const result = await readBody(req, maxFormBytes, options.bodyDeadlineMs ?? formDeadlineMs);
  if (result.status === "gone") return "gone";
  if (result.status === "too-large") return createRefusal(413, "body over 64 KiB");
  if (result.status === "too-slow") return createRefusal(400, "body took too long");
  const unknownField = options.isDevelopment && findUnknownField(result.body, options.knownFieldNames);
  if (unknownField) return refuseUnknownField(unknownField);
  const body = keepKnownFields(result.body, options.knownFieldNames);

  const sender = classifySender(headers, options);
  if (sender === "foreign") {
    if (!isFormOfRequestedHost(headers)) return createRefusal(403, "foreign origin");
    // The page that sent the form came from this server, so the operator's PUBLIC_ORIGIN must be wrong.
    options.countRefusedOwnForm();
    return createRefusal(403, "an origin other than PUBLIC_ORIGIN");
  }
  const unverifiedFormRule = options.getUnverifiedFormRule(address.pagePath);
  let isUnverified = false;
  if (sender === "unknown" && unverifiedFormRule !== "free") {
    const token = new URLSearchParams(body.toString()).get("formToken");
    const tokenProof = token ? options.verifyFormToken(token, headers.cookie ?? "") : "none";
    if (tokenProof === "none" && unverifiedFormRule !== "confirmed")
      return createRefusal(403, "no origin and no form token");
    isUnverified = tokenProof !== "bound";
  }
  exchange.form = { body, isUnverified };
  return "passes";
}

function refuseUnknownField(name: string): LoggedRefusal {
  const reason = `the field ${name} is not in app/request/field-names.ts`;
  return { refusal: { status: 400, detail: reason }, reason };
}
