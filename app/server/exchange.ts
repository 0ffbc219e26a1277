import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestContext } from "~/request/context.server";
import type { RequestAddress } from "~/request/request-address";
import type { Refusal } from "~/request/request-info";
import type { RequestRecord } from "~/telemetry/request-record.server";

/** A form that the request guard has read. */
export interface SentForm {
  /** Its known fields, urlencoded. */
  body: Buffer<ArrayBuffer>;
  /** True if neither the browser nor a token identifies the sender. */
  isUnproven: boolean;
}

/** The arguments of loaders and actions. */
export interface LoaderArguments {
  request: Request;
  context: RequestContext;
}

/** A request on its way through the pipeline. It holds all state of the request; each step may add to it. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The request's entry in the access log. */
  readonly record: RequestRecord;
  /** The requested address; a form's language buttons replace it. */
  address: RequestAddress;
  /** The nonce of the page's scripts, set by the step of security headers. */
  nonce?: string;
  form?: SentForm;
  refusal?: Refusal;
  /** Created when the first loader needs them (`loaderArguments`). */
  loaderArguments?: LoaderArguments;
}

export type Next = () => void | Promise<void>;

/** One step of the pipeline: answers the request, or calls the next step. */
export type Step = (exchange: Exchange, next: Next) => void | Promise<void>;
