import { expect, it } from "vitest";
import { freshEachHour } from "~/browser/analytics/push";

const at = (time: string) => Date.parse(time);

it("the consent script has another address each hour, and one within it", () => {
  const one = freshEachHour("/entrance/cmp/js/cmp_min.js", at("2026-11-27T09:00:00Z"));
  expect(one).toMatch(/^\/entrance\/cmp\/js\/cmp_min\.js\?v=\d+$/);
  expect(freshEachHour("/entrance/cmp/js/cmp_min.js", at("2026-11-27T09:59:59Z"))).toBe(one);
  expect(freshEachHour("/entrance/cmp/js/cmp_min.js", at("2026-11-27T10:00:00Z"))).not.toBe(one);
});

it("an address with a query keeps it", () => {
  expect(freshEachHour("https://cmp.example/a.js?id=1", 0)).toBe("https://cmp.example/a.js?id=1&v=0");
});
