import { useState, type MouseEvent } from "react";
import { ErrorSummary } from "~/components/error-summary";
import { TextField } from "~/components/field";
import { useSite } from "~/components/site";
import { StaticHtml } from "~/components/static-html";
import { ToolStyles } from "~/components/styles";
import { fieldMessage, refusalEntries, type Refusal } from "./admin-problems";
import { MadeSplit, type ShownSplit } from "./made-split";
import { ToolEnd } from "./tool-end";
import { VariantPreview, type ShownPreview } from "./variant-preview";

interface TypedSplit {
  label: string;
  rows: readonly { target: string; weight: string }[];
}

type Result =
  | Refusal
  | { status: "added" }
  | { status: "made"; split: ShownSplit }
  | { status: "preview"; preview: ShownPreview };

export interface SplitAnswer {
  typed: TypedSplit;
  result: Result;
}

interface SplitGeneratorPageProps {
  formToken: string;
  typed: TypedSplit;
  result: Result | undefined;
  mostTargets: number;
}

/** Targets with weights go in, one link that leads to all of them comes out. Everything typed stays, to be varied. */
export function SplitGeneratorPage({ formToken, typed, result, mostTargets }: SplitGeneratorPageProps) {
  const { t, href } = useSite();
  const [added, setAdded] = useState(0);
  const rows = [...typed.rows, ...Array.from({ length: added }, () => ({ target: "", weight: "1" }))];
  const refusal = refusalIn(result);
  const isGrowing = added > 0 || result?.status === "added";
  const atFirst = result ? undefined : 0;
  const focused = isGrowing ? rows.length - 1 : atFirst;

  function labelOf(fieldId: string): string {
    const [field, number = ""] = fieldId.split("-");
    if (field === "label") return t("admin:splitGenerator.label");
    return t(field === "weight" ? "admin:splitGenerator.weight" : "admin:splitGenerator.target", { number });
  }

  /** With script the row is there at once; without it the button sends the form, which comes back with the row. */
  function addRow(event: MouseEvent): void {
    event.preventDefault();
    setAdded(added + 1);
  }

  return (
    <div className="stack">
      <ToolStyles />
      <ErrorSummary entries={refusalEntries(t, refusal, labelOf)} />
      <h1>{t("admin:splitGenerator.heading")}</h1>
      <p className="lead">{t("admin:splitGenerator.lead")}</p>
      <form id="main-form" className="stack" method="post" noValidate action={href("/admin/splitgenerator")}>
        <input type="hidden" name="formToken" value={formToken} />
        <p>{t("admin:splitGenerator.hint", { most: mostTargets })}</p>
        {rows.map(({ target, weight }, index) => (
          <div key={index} className="split-row">
            <TextField
              id={`target-${index + 1}`}
              name={`target-${index + 1}`}
              label={t("admin:splitGenerator.target", { number: index + 1 })}
              error={fieldMessage(t, refusal, `target-${index + 1}`)}
              defaultValue={target}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={200}
              autoFocus={index === focused}
            />
            <TextField
              id={`weight-${index + 1}`}
              name={`weight-${index + 1}`}
              label={t("admin:splitGenerator.weight", { number: index + 1 })}
              error={fieldMessage(t, refusal, `weight-${index + 1}`)}
              defaultValue={weight}
              autoComplete="off"
              inputMode="numeric"
              maxLength={10}
            />
          </div>
        ))}
        <TextField
          id="label"
          name="label"
          label={t("admin:splitGenerator.label")}
          hint={t("admin:splitGenerator.labelHint")}
          error={fieldMessage(t, refusal, "label")}
          defaultValue={typed.label}
          autoComplete="off"
          maxLength={200}
        />
        {/* The first button is what Enter in a field means. */}
        <div className="row">
          <button type="submit" className="button">
            {t("admin:splitGenerator.button")}
          </button>
          {rows.length < mostTargets && (
            <button type="submit" name="intent" value="add" className="button quiet-button" onClick={addRow}>
              {t("admin:splitGenerator.add")}
            </button>
          )}
        </div>
      </form>
      {result?.status === "made" && <MadeSplit {...result.split} />}
      <VariantPreview
        formToken={formToken}
        made={result?.status === "preview" ? result.preview : undefined}
      />
      <StaticHtml id="tool-end">
        {import.meta.env.SSR && <ToolEnd other="registrationlinkgenerator" formToken={formToken} />}
      </StaticHtml>
    </div>
  );
}

/** Why nothing was made, when that is what the answer says. */
function refusalIn(result: Result | undefined): Refusal | undefined {
  switch (result?.status) {
    case undefined:
    case "added":
    case "made":
    case "preview":
      return undefined;
    default:
      return result;
  }
}
