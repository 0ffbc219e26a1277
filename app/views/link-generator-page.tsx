import { ErrorSummary } from "~/components/error-summary";
import { TextField } from "~/components/field";
import { useSite } from "~/components/site";
import { StaticHtml } from "~/components/static-html";
import { ToolStyles } from "~/components/styles";
import { fieldMessage, refusalEntries, type Refusal } from "./admin-problems";
import type { ShareCard } from "./link-preview";
import { MadeLinks, type ShownLinks } from "./made-links";
import { ToolEnd } from "./tool-end";

export interface LinkAnswer {
  /** What stays in the field: nothing once its link is made. */
  typed: string;
  /** Undefined when a link was made. */
  refusal?: Refusal | undefined;
  list: ShownLinks & { sealed: string };
}

interface LinkGeneratorPageProps {
  formToken: string;
  typed: string | undefined;
  card: ShareCard;
  answer: LinkAnswer | undefined;
}

/**
 * A code goes in, a registration link comes out; what was made on this visit is kept nowhere but on this page.
 *
 * The focus is where the work goes on: in the field at first; on what was made, selected with script, so that it is
 * read out and copied at once; and from there the field for the next code is two steps back, since it stands before
 * what was made and does not move. What went wrong takes the focus as on every page.
 */
export function LinkGeneratorPage({ formToken, typed, card, answer }: LinkGeneratorPageProps) {
  const { t, href } = useSite();
  const refusal = answer?.refusal;
  return (
    <div className="stack">
      <ToolStyles />
      <ErrorSummary entries={refusalEntries(t, refusal)} />
      <h1>{t("admin:linkGenerator.heading")}</h1>
      <form
        id="main-form"
        className="stack"
        method="post"
        noValidate
        action={href("/admin/registrationlinkgenerator")}
      >
        <input type="hidden" name="formToken" value={formToken} />
        {answer && <input type="hidden" name="madeLinks" value={answer.list.sealed} />}
        <TextField
          id="registrationCode"
          name="registrationCode"
          label={t("admin:linkGenerator.codeLabel")}
          error={fieldMessage(t, refusal, "registrationCode")}
          defaultValue={answer?.typed ?? typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          required
          // Not with a kept code in it, which the next one would run into: by key it is come to selected.
          autoFocus={!answer && !typed}
        />
        <button type="submit" className="button">
          {t("admin:linkGenerator.button")}
        </button>
      </form>
      {answer && (
        <MadeLinks
          site={answer.list.site}
          links={answer.list.links}
          card={card}
          isNew={refusal === undefined}
        />
      )}
      <StaticHtml id="tool-end">
        {import.meta.env.SSR && <ToolEnd other="splitgenerator" formToken={formToken} />}
      </StaticHtml>
    </div>
  );
}
