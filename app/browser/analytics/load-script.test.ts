import { expect, it } from "vitest";
import { withHourlyParameter } from "~/browser/analytics/push";

const timestamp = (time: string) => Date.parse(time);

it("consent script URL changes once an hour", () => {
  const firstUrl = withHourlyParameter("/entrance/cmp/js/cmp_min.js", timestamp("2026-11-27T09:00:00Z"));
  expect(firstUrl).toMatch(/^\/entrance\/cmp\/js\/cmp_min\.js\?v=\d+$/);
  expect(withHourlyParameter("/entrance/cmp/js/cmp_min.js", timestamp("2026-11-27T09:59:59Z"))).toBe(
    firstUrl,
  );
  expect(withHourlyParameter("/entrance/cmp/js/cmp_min.js", timestamp("2026-11-27T10:00:00Z"))).not.toBe(
    firstUrl,
  );
});

it("consent script URL keeps the query of the configured URL", () => {
  expect(withHourlyParameter("https://cmp.example/a.js?id=1", 0)).toBe("https://cmp.example/a.js?id=1&v=0");
});
