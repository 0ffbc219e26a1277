import type { Checklist } from "./checklist";
import type { AcqCalls } from "./acq-calls";

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
  /** A URL that responds with acq's sent e-mails as JSON. */
  outboxUrl: string | undefined;
  mailRecipient: string | undefined;
  tokenPrefix: string;
  /** The text of acq.graphql. */
  schemaText: string;
  /** How long the check waits for a response of acq, in milliseconds. The site itself waits 30 s. */
  timeoutMs: number;
  /** True if the check may prompt for the link in an e-mail on the command line. */
  canPrompt: boolean;
}

/** The functions and settings that each group of checks uses. */
export interface CheckTools extends Pick<Checklist, "check">, AcqCalls {
  settings: CheckSettings;
  /** Reports data that the checks created and cannot delete at acq. */
  noteUndeletedData: (description: string) => void;
}
