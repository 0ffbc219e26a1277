import fc from "fast-check";
import { expect, it } from "vitest";
import { changeSlots, type DeclaredSlots, slotsOf, withSlots } from "~/request/slots.server";

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

it("what a loader has declared is known of the very data that it returned", () => {
  const responseState = { slots: new Map() satisfies DeclaredSlots };
  const data = withSlots({ responseState }, page("A", "Anna", "t"), slots);
  expect(slotsOf(responseState.slots, data)).toEqual(slots);
  for (const other of [{ ...data }, undefined, null, "text"])
    expect(slotsOf(responseState.slots, other)).toBeUndefined();
});
