import fc from "fast-check";
import { expect, it } from "vitest";
import { changeSlots, slotsOf, withSlots } from "~/request/page-templates/slots.server";

const slots = { code: "slot", invited: { inviter: "slot", form: { formToken: "slot" } } } as const;
const page = (code: string, inviter: string | null, formToken: string) => ({
  ...{ code, look: "code", countries: [{ code: "DE", name: "inviter" }] },
  invited: { inviter, form: { formToken, flow: "formToken" } },
});

it("slots are found by their place: whatever they hold, all else stays", () => {
  const text = fc.oneof(
    fc.string({ minLength: 1, unit: "binary" }),
    fc.constantFrom("code", "DE", "inviter", "o", '"'),
  );
  fc.assert(
    fc.property(text, text, text, (code, inviter, formToken) => {
      const held: string[] = [];
      const changed = changeSlots(page(code, inviter, formToken), slots, (value) => {
        held.push(value);
        return "?";
      });
      expect(changed).toEqual(page("?", "?", "?"));
      expect(held).toEqual([code, inviter, formToken]);
    }),
  );
});

it("who has nothing in a slot has a page of their own, since it may look different", () => {
  for (const inviter of [null, ""])
    expect(changeSlots(page("A", inviter, "t"), slots, () => "?")).toEqual(page("?", inviter, "?"));
});

it("what its loader returned is not changed", () => {
  const data = page("A", "Anna", "t");
  changeSlots(data, slots, () => "?");
  expect(data).toEqual(page("A", "Anna", "t"));
});

it("a page of which one loader has declared nothing has no slots", () => {
  const root = withSlots({ site: { here: "/de?x" } }, { site: { here: "slot" } });
  const own = withSlots(page("A", "Anna", "t"), slots);
  expect(slotsOf({ root, own })).toEqual({ root: { site: { here: "slot" } }, own: slots });
  expect(slotsOf({ root, own: { ...own } })).toBeUndefined();
  expect(slotsOf({ root, own: undefined })).toBeUndefined();
});
