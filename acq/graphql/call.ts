import type { EventEmitter } from "node:events";
import type { Database } from "../db/database";
import type { Postman } from "../mail/postman";
import type { OwnPassword } from "../db/passwords";

/** The parts that every operation works with. */
export interface Acq {
  database: Database;
  /** Milliseconds since 1970. */
  now: () => number;
  brand: string;
  /** Public origin and base path of the front end, without a slash at the end: mail links point there. */
  frontEndUrl: string;
  /** Where this acq answers, `http://localhost:9090` say. */
  ownUrl: () => string;
  /** Emits `look` after every mutation: followers read their registration again. */
  changes: EventEmitter;
  postman: Postman;
  /** In the place of the published password, where others than this machine reach it. */
  ownPassword: OwnPassword | undefined;
}

/** One request: acq and the headers that came with it. */
export interface Call {
  acq: Acq;
  header: (name: string) => string | undefined;
}
