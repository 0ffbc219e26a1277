import type { Checklist } from "./checklist";
import type { Questions } from "./questions";

export interface Credentials {
  email: string;
  password: string;
}

export interface CheckSettings {
  url: string;
  /** One with places left. */
  code: string;
  member: Credentials | undefined;
  admin: Credentials | undefined;
  /** The address of acq's e-mails as JSON. */
  outbox: string | undefined;
  mailTo: string | undefined;
  tokenPrefix: string;
  /** acq.graphql. */
  schemaText: string;
  /** How long an answer may take: the site waits 30 s for acq. */
  patienceMs: number;
  /** Whether somebody can be asked for the link of an e-mail. */
  mayAsk: boolean;
}

/** All that a group of checks needs. */
export interface Kit extends Pick<Checklist, "check">, Questions {
  settings: CheckSettings;
  /** Tells of what stays behind at acq. */
  leave: (what: string) => void;
}
