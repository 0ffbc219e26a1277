import { ErrorSummary, type SummaryEntry } from "~/components/error-summary";
import { TextField } from "~/components/field";
import { useSite } from "~/components/site";
import type { MessageKey } from "~/i18n/translator";
import { failureEntries, type ShownFailure } from "./failure-entries";

const problemKeys = {
  missing: "landing:code.missing",
  characters: "landing:code.characters",
  invalid: "landing:code.invalid",
  referrer: "landing:code.invalid",
  expired: "landing:code.expired",
  "no-balance": "landing:code.noBalance",
  link: "landing:code.link",
} as const satisfies Record<string, MessageKey>;

export type LinkAnswer =
  | { status: "made"; typed: string; address: string; lastDay: string }
  | { status: "problem"; typed: string; problem: keyof typeof problemKeys }
  | { status: "failed"; typed: string; failure: ShownFailure };

interface LinkGeneratorPageProps {
  formToken: string;
  typed: string | undefined;
  answer: LinkAnswer | undefined;
}

/** A code goes in, a registration link comes out; it is kept nowhere but on this page. */
export function LinkGeneratorPage({ formToken, typed, answer }: LinkGeneratorPageProps) {
  const { t, href } = useSite();
  const error = answer?.status === "problem" ? t(problemKeys[answer.problem]) : undefined;
  return (
    <div className="stack">
      <ErrorSummary entries={entriesOf()} />
      <h1>{t("admin:linkGenerator.heading")}</h1>
      {answer?.status === "made" && <MadeLink address={answer.address} lastDay={answer.lastDay} />}
      <form
        id="main-form"
        className="stack"
        method="post"
        noValidate
        action={href("/admin/registrationlinkgenerator")}
      >
        <input type="hidden" name="formToken" value={formToken} />
        <TextField
          id="registrationCode"
          name="registrationCode"
          label={t("admin:linkGenerator.codeLabel")}
          error={error}
          defaultValue={answer?.typed ?? typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          required
        />
        <button type="submit" className="button">
          {t("admin:linkGenerator.button")}
        </button>
      </form>
    </div>
  );

  function entriesOf(): SummaryEntry[] {
    if (answer?.status === "failed") return failureEntries(t, answer.failure);
    return error ? [{ fieldId: "registrationCode", message: error }] : [];
  }
}

function MadeLink({ address, lastDay }: { address: string; lastDay: string }) {
  const { t } = useSite();
  return (
    <section className="aside stack" aria-labelledby="made-link">
      <h2 id="made-link">{t("admin:linkGenerator.result")}</h2>
      <TextField
        id="link"
        label={t("admin:linkGenerator.linkLabel")}
        hint={t("admin:linkGenerator.validUntil", { date: lastDay })}
        value={address}
        readOnly
        autoFocus
      />
    </section>
  );
}
