import type { SplitInput } from "./typed-split.server";
import { useState, type MouseEvent } from "react";
import { ErrorSummary } from "~/ui/components/error-summary";
import { TextField } from "~/ui/components/field";
import { useSite } from "~/ui/components/site";
import { StaticHtml } from "~/ui/components/static-html";
import { ToolStyles } from "~/ui/components/styles";
import { createFieldMessage, createRefusalEntries, type AdminRefusal } from "~/routes/admin/admin-problems";
import { CreatedSplit, type PreviewData, type CreatedSplitData, VariantPreview } from "./split-results";
import { ToolFooter } from "~/routes/admin/tool-footer.static";

type SplitFormResult =
  | AdminRefusal
  | { status: "added" }
  | { status: "created"; split: CreatedSplitData }
  | { status: "preview"; preview: PreviewData };

export interface SplitFormReply {
  typed: SplitInput;
  result: SplitFormResult;
  /** The variants that the administrator chose in the preview form, by feature, if the site rejected that form. */
  chosen?: PreviewData["chosen"];
}

interface SplitGeneratorPageProps {
  formToken: string;
  typedSplit: SplitInput;
  result: SplitFormResult | undefined;
  chosenVariants?: PreviewData["chosen"] | undefined;
  targetLimit: number;
}

/**
 * The page that creates one split link from several weighted targets. After each submission the form keeps all typed
 * values.
 */
export function SplitGeneratorPage(props: SplitGeneratorPageProps) {
  const { formToken, result, chosenVariants } = props;
  const { t } = useSite();
  const refusal = findRefusal(result);

  function createFieldLabel(fieldId: string): string {
    const [field, number = ""] = fieldId.split("-");
    if (field === "label") return t("admin:splitGenerator.label");
    return t(field === "weight" ? "admin:splitGenerator.weight" : "admin:splitGenerator.target", { number });
  }

  return (
    <div className="stack">
      <ToolStyles />
      <ErrorSummary entries={createRefusalEntries(t, refusal, createFieldLabel)} />
      <h1>{t("admin:splitGenerator.heading")}</h1>
      <p className="lead">{t("admin:splitGenerator.lead")}</p>
      <SplitForm {...props} />
      {result?.status === "created" && <CreatedSplit {...result.split} />}
      <VariantPreview
        formToken={formToken}
        chosen={chosenVariants}
        preview={result?.status === "preview" ? result.preview : undefined}
      />
      <StaticHtml>
        <ToolFooter otherTool="registrationlinkgenerator" />
      </StaticHtml>
    </div>
  );
}

function SplitForm({ formToken, typedSplit, result, targetLimit }: SplitGeneratorPageProps) {
  const { t, href } = useSite();
  const refusal = findRefusal(result);
  const [extraRows, setExtraRows] = useState(0);
  const rows = [
    ...typedSplit.rows,
    ...Array.from({ length: extraRows }, () => ({ target: "", weight: "1" })),
  ];
  const hasAddedRow = extraRows > 0 || result?.status === "added";
  const initialFocusRow = result ? undefined : 0;
  const focusedRow = hasAddedRow ? rows.length - 1 : initialFocusRow;

  /**
   * With script, adds a row in the browser. Without script, the button submits the form, and the response contains one
   * more row.
   */
  function addRow(event: MouseEvent): void {
    event.preventDefault();
    setExtraRows(extraRows + 1);
  }

  return (
    <form id="main-form" className="stack" method="post" noValidate action={href("/admin/splitgenerator")}>
      <input type="hidden" name="formToken" value={formToken} />
      <p>{t("admin:splitGenerator.hint", { most: targetLimit })}</p>
      {rows.map((row, index) => (
        <TargetRow
          key={index}
          {...row}
          rowNumber={index + 1}
          refusal={refusal}
          autoFocus={index === focusedRow}
        />
      ))}
      <TextField
        id="label"
        name="label"
        label={t("admin:splitGenerator.label")}
        hint={t("admin:splitGenerator.labelHint")}
        error={createFieldMessage(t, refusal, "label")}
        defaultValue={typedSplit.label}
        autoComplete="off"
        maxLength={200}
      />
      {/* The button to create the link is the first one, because Enter in a field triggers the first button. */}
      <div className="row">
        <button type="submit" className="button">
          {t("admin:splitGenerator.button")}
        </button>{" "}
        {rows.length < targetLimit && (
          <button type="submit" name="intent" value="add" className="button quiet-button" onClick={addRow}>
            {t("admin:splitGenerator.add")}
          </button>
        )}
      </div>
    </form>
  );
}

interface TargetRowProps {
  target: string;
  weight: string;
  /** The row's number, counted from 1. */
  rowNumber: number;
  refusal: AdminRefusal | undefined;
  autoFocus: boolean;
}

/** The fields of one target and its weight. */
function TargetRow({ target, weight, rowNumber, refusal, autoFocus }: TargetRowProps) {
  const { t } = useSite();
  return (
    <div className="split-row">
      <TextField
        id={`target-${rowNumber}`}
        name={`target-${rowNumber}`}
        label={t("admin:splitGenerator.target", { number: rowNumber })}
        error={createFieldMessage(t, refusal, `target-${rowNumber}`)}
        defaultValue={target}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        autoFocus={autoFocus}
      />
      <TextField
        id={`weight-${rowNumber}`}
        name={`weight-${rowNumber}`}
        label={t("admin:splitGenerator.weight", { number: rowNumber })}
        error={createFieldMessage(t, refusal, `weight-${rowNumber}`)}
        defaultValue={weight}
        autoComplete="off"
        inputMode="numeric"
        maxLength={10}
      />
    </div>
  );
}

/** Returns the reason why a form was refused; undefined for any other result. */
function findRefusal(result: SplitFormResult | undefined): AdminRefusal | undefined {
  switch (result?.status) {
    case undefined:
    case "added":
    case "created":
    case "preview":
      return undefined;
    default:
      return result;
  }
}
