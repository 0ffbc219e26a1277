import { expect, test } from "vitest";
import { askedFor } from "~/request/page-url";

test.each([
  ["/", "/", false],
  ["/de/registration/deny?reason=expired", "/de/registration/deny?reason=expired", false],
  ["/_root.data", "/", true],
  ["/de.data?_routes=root", "/de", true],
  [
    "/fr/registration/activateaccount.data?accountActivationId=a%3Db&_routes=root%2Cx",
    "/fr/registration/activateaccount?accountActivationId=a%3Db",
    true,
  ],
  ["/a?x=/b.data", "/a?x=/b.data", false],
])("%s is of the page %s", (asked, url, isData) => {
  expect(askedFor(asked)).toEqual({ url, isData });
});
