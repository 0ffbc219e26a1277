import fc from "fast-check";
import { expect, it } from "vitest";
import { registrationFields } from "~/domain/registration/registration-fields";
import { handle } from "~/routes/registration/formstarted/route";
import { replaceSlots, createSlotTree } from "~/server/personalized-pages/slots.server";

const slots = createSlotTree(["code", "invited.inviter", "invited.form.formToken"]);
const createPageData = (code: string, inviter: string | null, formToken: string) => ({
  code,
  look: "code",
  countries: [{ code: "DE", name: "inviter" }],
  invited: { inviter, form: { formToken, flow: "formToken" } },
});

it("template slots are found by their position for any value, and other data stay unchanged", () => {
  const text = fc.oneof(
    fc.string({ minLength: 1, unit: "binary" }),
    fc.constantFrom("code", "DE", "inviter", "o", '"'),
  );
  fc.assert(
    fc.property(text, text, text, (code, inviter, formToken) => {
      const slotTexts: string[] = [];
      const changedPage = replaceSlots(createPageData(code, inviter, formToken), slots, (value) => {
        slotTexts.push(value);
        return "?";
      });
      expect(changedPage).toEqual(createPageData("?", "?", "?"));
      expect(slotTexts).toEqual([code, inviter, formToken]);
    }),
  );
});

it("template slots without a value in the page data stay empty", () => {
  for (const inviter of [null, ""])
    expect(replaceSlots(createPageData("A", inviter, "t"), slots, () => "?")).toEqual(
      createPageData("?", inviter, "?"),
    );
});

it("template slots are replaced in a copy, so that the loader's data stay unchanged", () => {
  const pageData = createPageData("A", "Anna", "t");
  replaceSlots(pageData, slots, () => "?");
  expect(pageData).toEqual(createPageData("A", "Anna", "t"));
});

it("slots of the form page include the typed value of every text field", () => {
  const textFieldNames = registrationFields.filter(({ kind }) => kind === "text").map(({ name }) => name);
  const personalPaths: readonly string[] = handle.template?.personal ?? [];
  expect(personalPaths).toEqual(expect.arrayContaining(textFieldNames.map((name) => `form.typed.${name}`)));
});
