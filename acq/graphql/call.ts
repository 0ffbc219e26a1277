import type { EventEmitter } from "node:events";
import type { Database } from "../db/database";
import type { Mailer } from "../mail/mailer";
import type { ReplacementPassword } from "../db/passwords";

/** The dependencies of every operation: database, clock, settings and callbacks. */
export interface Acq {
  database: Database;
  /** Returns the current time, in milliseconds since 1970. */
  now: () => number;
  brand: string;
  /** The public origin and base path of the front end without a slash at the end, for links in mails. */
  frontEndUrl: string;
  /** Returns the address of this acq, such as `http://localhost:9090`. */
  getAcqUrl: () => string;
  /** Emits the event `mutation` after every mutation. acq then sends changed registration statuses to followers. */
  mutationEmitter: EventEmitter;
  mailer: Mailer;
  /** Replaces the published password of the demonstration accounts; undefined unless this acq is public. */
  replacementPassword: ReplacementPassword | undefined;
}

/** The context of one operation: acq's dependencies, and the headers of the HTTP request. */
export interface OperationContext {
  acq: Acq;
  getHeader: (name: string) => string | undefined;
}
