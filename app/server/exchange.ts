import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestContext } from "~/request/context.server";
import type { RequestAddress } from "~/request/request-address";
import type { Refusal } from "~/request/request-info";
import type { RequestRecord } from "~/telemetry/request-record.server";

/** A submitted form, read by the request guard. */
interface SubmittedForm {
  /** The form's known fields, urlencoded. Unknown fields are dropped. */
  body: Buffer<ArrayBuffer>;
  /**
   * True if the form needs a proof of its origin and has none: neither the browser's headers nor a token for this
   * browser.
   */
  isUnverified: boolean;
}

/** The arguments of loaders and actions. */
export interface LoaderArguments {
  request: Request;
  context: RequestContext;
}

/**
 * A request on its way through the pipeline. It contains all state of the request, and each step may add to this state.
 */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The request's entry in the access log. */
  readonly record: RequestRecord;
  /** The client's IP address (`readClientAddress`). */
  readonly clientAddress: string;
  /** The client's network (`toClientNetworkKey`). */
  readonly network: string;
  /**
   * The parsed URL of the request. Two steps may replace it: `steps/language-buttons.server.ts` for a click on a
   * language button, and `steps/page-addresses.server.ts` for the not-found page outside the base path.
   */
  address: RequestAddress;
  /** The nonce of the page's scripts and styles, set by the step in `steps/security-headers.server.ts`. */
  nonce?: string;
  form?: SubmittedForm;
  refusal?: Refusal;
  /** The arguments of loaders and actions, created by `createLoaderArguments` as soon as a step needs them. */
  loaderArguments?: LoaderArguments;
}

type Next = () => void | Promise<void>;

/** One step of the pipeline: sends the response, or calls the next step. */
export type PipelineStep = (exchange: Exchange, next: Next) => void | Promise<void>;
