import { expect, it } from "vitest";
import { addHourlyParameter } from "./push";

const parseTime = (time: string) => Date.parse(time);

it("consent script URL changes once an hour", () => {
  const urlAtNine = addHourlyParameter("/entrance/cmp/js/cmp_min.js", parseTime("2026-11-27T09:00:00Z"));
  expect(urlAtNine).toMatch(/^\/entrance\/cmp\/js\/cmp_min\.js\?v=\d+$/);
  expect(addHourlyParameter("/entrance/cmp/js/cmp_min.js", parseTime("2026-11-27T09:59:59Z"))).toBe(
    urlAtNine,
  );
  expect(addHourlyParameter("/entrance/cmp/js/cmp_min.js", parseTime("2026-11-27T10:00:00Z"))).not.toBe(
    urlAtNine,
  );
});

it("consent script URL keeps the query of the configured URL", () => {
  expect(addHourlyParameter("https://cmp.example/a.js?id=1", 0)).toBe("https://cmp.example/a.js?id=1&v=0");
});
