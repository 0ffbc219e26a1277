import { expect, it } from "vitest";
import { ErrorSummary, type SummaryEntry } from "~/ui/components/error-summary";
import { textsOf } from "../../../tests/support/html-text";
import { renderView } from "../../../tests/support/view-html";

const field: SummaryEntry = { fieldId: "email", message: "Indiquez une adresse." };
const failure: SummaryEntry = { message: "Réessayez plus tard." };

it.each([
  ["with field errors announces corrections in its heading", [field], "Avant de continuer"],
  [
    "with a failure and field errors announces corrections in its heading",
    [failure, field],
    "Avant de continuer",
  ],
  ["with a failure reports the failed request in its heading", [failure], "Votre demande n’a pas abouti"],
])("error summary %s", (_, entries, heading) => {
  expect(textsOf(renderView(<ErrorSummary entries={entries} />, "fr"), "h2")).toEqual([heading]);
});

it("error summary shows the heading that a page passes to it", () => {
  const html = renderView(<ErrorSummary heading="La connexion n’a pas abouti" entries={[field]} />, "fr");
  expect(textsOf(html, "h2")).toEqual(["La connexion n’a pas abouti"]);
});
