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

it("replaceSlots replaces the value of every slot, whatever the values are, and changes no other data", () => {
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

it("replaceSlots leaves a slot without a value unchanged", () => {
  for (const inviter of [null, ""])
    expect(replaceSlots(createPageData("A", inviter, "t"), slots, () => "?")).toEqual(
      createPageData("?", inviter, "?"),
    );
});

it("replaceSlots does not change the page data that it receives", () => {
  const pageData = createPageData("A", "Anna", "t");
  replaceSlots(pageData, slots, () => "?");
  expect(pageData).toEqual(createPageData("A", "Anna", "t"));
});

it("slots of the form page include the typed value of every text field", () => {
  const textFieldNames = registrationFields.filter(({ kind }) => kind === "text").map(({ name }) => name);
  const personalPaths: readonly string[] = handle.template?.personal ?? [];
  expect(personalPaths).toEqual(expect.arrayContaining(textFieldNames.map((name) => `form.typed.${name}`)));
});
