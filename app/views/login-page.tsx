import { ErrorSummary, type SummaryEntry } from "~/components/error-summary";
import { TextField } from "~/components/field";
import { useSite } from "~/components/site";
import { failureEntries, type ShownFailure } from "./failure-entries";

export type LoginProblem =
  | { kind: "wrong" }
  /** There were too many wrong ones. */
  | { kind: "waiting"; minutes: number }
  | { kind: "failed"; failure: ShownFailure };

export interface LoginAnswer {
  typed: string;
  returnTo: string;
  problem: LoginProblem;
}

interface LoginPageProps {
  formToken: string;
  returnTo: string;
  answer: LoginAnswer | undefined;
}

/** The app's own sign-in; what was typed as password never comes back. */
export function LoginPage({ formToken, returnTo, answer }: LoginPageProps) {
  const { t, href, links } = useSite();
  const wrong = answer?.problem.kind === "wrong" ? t("account:login.wrong") : undefined;
  return (
    <div className="stack">
      <ErrorSummary entries={answer ? entriesOf(answer.problem) : []} />
      <h1>{t("account:login.heading")}</h1>
      <form className="stack" method="post" noValidate action={href("/login")}>
        <input type="hidden" name="formToken" value={formToken} />
        <input type="hidden" name="returnTo" value={answer?.returnTo ?? returnTo} />
        <TextField
          id="email"
          name="email"
          type="email"
          inputMode="email"
          label={t("account:login.emailLabel")}
          error={wrong}
          defaultValue={answer?.typed}
          autoComplete="username"
          spellCheck={false}
          required
        />
        <TextField
          id="password"
          name="password"
          type="password"
          label={t("account:login.passwordLabel")}
          autoComplete="current-password"
          required
        />
        <button type="submit" className="button">
          {t("account:login.button")}
        </button>
      </form>
      <p>
        <a href={links.passwordReset}>{t("account:login.forgot")}</a>
      </p>
    </div>
  );

  function entriesOf(problem: LoginProblem): SummaryEntry[] {
    switch (problem.kind) {
      case "wrong":
        return [{ fieldId: "email", message: t("account:login.wrong") }];
      case "waiting":
        return [{ message: t("account:login.waiting", { count: problem.minutes }) }];
      case "failed":
        return failureEntries(t, problem.failure);
    }
  }
}
