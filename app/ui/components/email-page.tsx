import type { ReactNode } from "react";
import { FormFault, TextField } from "./field";
import { FormLanguages } from "./form-languages";
import { useSite } from "./site";
import { type ExpiredForm, failureEntries, type ShownFailure, type TooMany } from "./failure-entries";

export interface EmailAnswer {
  typed: string;
  /** Null for an address that is none. */
  failure: ShownFailure | TooMany | ExpiredForm | null;
}

interface EmailPageProps {
  heading: string;
  lead: string;
  label: string;
  button: string;
  /** What becomes of the address. */
  note?: ReactNode;
  /** Where the form goes. */
  path: string;
  formToken: string;
  typed: string | undefined;
  /** How the last try ended, when it ended badly. */
  answer: EmailAnswer | undefined;
}

/** A page that asks for an e-mail address and for nothing else. */
export function EmailPage({ heading, lead, label, button, note, path, ...form }: EmailPageProps) {
  const { formToken, typed, answer } = form;
  const { t, href } = useSite();
  const error = answer?.failure === null ? t("registration:email.invalid") : undefined;
  const faults = answer?.failure ? failureEntries(t, answer.failure) : [];
  return (
    <div className="stack">
      <h1>{heading}</h1>
      <p className="lead">{lead}</p>
      <form id="main-form" className="stack" method="post" noValidate action={href(path)}>
        <input type="hidden" name="formToken" value={formToken} />
        <FormFault messages={faults.map(({ message }) => message)} />
        <TextField
          id="email"
          name="email"
          type="email"
          inputMode="email"
          label={label}
          error={error}
          defaultValue={answer?.typed ?? typed}
          autoComplete="email"
          spellCheck={false}
          enterKeyHint="send"
          required
          autoFocus={error !== undefined}
        />
        <button type="submit" className="button">
          {button}
        </button>
        {note && <p className="hint">{note}</p>}
        <FormLanguages />
      </form>
    </div>
  );
}
