import type { TokenProof } from "~/request/form-token.server";
import { belowBase } from "~/request/paths";
import type { IncomingMessage } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import { announcesBody, readBody, setBody } from "./guard-body.server";
import { keepKnownFields } from "./guard-fields.server";
import { type OriginRules, senderOf } from "./guard-origin.server";
import { isPlainHost, isPlainPath } from "./guard-target.server";

/** Whether a body is what an HTML form sends by itself, neither compressed nor of another kind. */
function isForm(contentType: string | undefined, contentEncoding: string | undefined): boolean {
  if (contentEncoding !== undefined && contentEncoding !== "identity") return false;
  return /^application\/x-www-form-urlencoded\s*(?:;\s*charset="?[\w-]+"?\s*)?$/i.test(contentType ?? "");
}

const methods = ["GET", "HEAD", "POST"];
const bodyLimit = 64 * 1024;
const bodyDeadline = 10_000;

export interface Refusal {
  status: 400 | 403 | 404 | 405 | 413 | 415 | 429;
  /** The value of the Allow header that a 405 has to carry (RFC 9110, section 15.5.6). */
  allow?: string;
}

export interface GuardOptions extends OriginRules {
  /** The fields that a form may send; others are dropped. */
  fieldNames: ReadonlySet<string>;
  basePath: string;
  /** Checks a form token together with the Cookie header of its request. */
  verifyFormToken: (token: string, cookieHeader: string) => Promise<TokenProof>;
  /**
   * Of a path, the base path taken off: "free" for forms that change nothing at acq; "confirmed" where a form that
   * proves nothing goes on to its action, which has its sender confirm it: `isUnproven`.
   */
  formTokenOf: (path: string) => "free" | "confirmed" | undefined;
  /** Answers a refused request; the headers that the guard has set stay. */
  refuse: (req: Request, res: Response, refusal: Refusal) => void;
  /** Hears why each was refused; nothing in it is what the client sent. */
  note: (res: Response, reason: string, status: number) => void;
  /** In milliseconds; 10 s if not given. */
  bodyDeadline?: number;
}

const unproven = new WeakSet<IncomingMessage>();

/** Whether the guard let a form through of which neither browser nor token says who sent it. */
export function isUnproven(req: IncomingMessage): boolean {
  return unproven.has(req);
}

type Verdict =
  | { status: "pass" }
  | { status: "gone" }
  | { status: "refused"; refusal: Refusal; reason: string };

/**
 * Refuses what no page of ours can have caused, before anything else looks at the request, so that nothing behind it
 * fails for what a client did (docs/product.md#pages and docs/product.md#registration). The body that it lets through
 * is kept for `takeBody`. Errors of `verifyFormToken` go to Express.
 */
export function requestGuard(options: GuardOptions): RequestHandler {
  return (req, res, next) => {
    judge(req, options).then((verdict) => {
      if (verdict.status === "pass") next();
      if (verdict.status !== "refused") return;
      options.note(res, verdict.reason, verdict.refusal.status);
      // The rest of the body is not read: it ends with the connection.
      if (announcesBody(req) && !req.readableEnded) res.set("Connection", "close");
      options.refuse(req, res, verdict.refusal);
    }, next);
  };
}

async function judge(req: Request, options: GuardOptions): Promise<Verdict> {
  if (!methods.includes(req.method)) return refused(405, "method", methods.join(", "));
  if (!isPlainHost(req.rawHeaders)) return refused(400, "Host header");
  const path = req.originalUrl.replace(/\?.*$/s, "");
  if (!isPlainPath(path)) return refused(404, "path");
  // Remix's own word for a kind of request that this site never makes: it would be taken for a fault of ours.
  if (new URLSearchParams(req.originalUrl.slice(path.length)).has("_data")) return refused(404, "query");
  if (req.method !== "POST") return { status: "pass" };

  if (!isForm(req.headers["content-type"], req.headers["content-encoding"]))
    return refused(415, "content type");
  const read = await readBody(req, bodyLimit, options.bodyDeadline ?? bodyDeadline);
  if (read.status === "gone") return { status: "gone" };
  if (read.status === "too-large") return refused(413, "body over 64 KiB");
  if (read.status === "too-slow") return refused(400, "body took too long");
  const body = keepKnownFields(read.body, options.fieldNames);

  const sender = senderOf(req.headers, options);
  if (sender === "foreign") return refused(403, "foreign origin");
  const needed = options.formTokenOf(belowBase(path, options.basePath) ?? path);
  if (sender === "unknown" && needed !== "free") {
    const token = new URLSearchParams(body.toString()).get("formToken");
    const proof = token ? await options.verifyFormToken(token, req.headers.cookie ?? "") : "none";
    if (proof === "none" && needed !== "confirmed") return refused(403, "no origin and no form token");
    if (proof !== "bound") unproven.add(req);
  }
  setBody(req, body);
  return { status: "pass" };
}

function refused(status: Refusal["status"], reason: string, allow?: string): Verdict {
  return { status: "refused", refusal: { status, ...(allow ? { allow } : {}) }, reason };
}
