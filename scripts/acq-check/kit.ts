import type { Checklist } from "./checklist";
import type { Questions } from "./questions";

export interface Credentials {
  email: string;
  password: string;
}

export interface CheckSettings {
  url: string;
  /** A code with free places. */
  code: string;
  member: Credentials | undefined;
  admin: Credentials | undefined;
  /** The address that returns acq's e-mails as JSON. */
  outbox: string | undefined;
  mailTo: string | undefined;
  tokenPrefix: string;
  /** The text of acq.graphql. */
  schemaText: string;
  /** The time limit of an answer: the site waits 30 s for acq. */
  patienceMs: number;
  /** True if a person can be asked for the link in an e-mail. */
  mayAsk: boolean;
}

/** Everything that a group of checks needs. */
export interface Kit extends Pick<Checklist, "check">, Questions {
  settings: CheckSettings;
  /** Reports data that stays at acq. */
  leave: (what: string) => void;
}
