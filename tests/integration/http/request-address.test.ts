import { expect, it } from "vitest";
import { createAddressParser } from "~/request/request-address";

it.each([
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
])("createAddressParser reads %s as the page %s", (target, url, isDataRequest) => {
  expect(createAddressParser("")(target)).toMatchObject({ url, isDataRequest });
});

it("createAddressParser drops all parameters of a query except the first hundred", () => {
  const parse = createAddressParser("");
  const query = `?${"x=1&".repeat(99)}rc=A`;
  expect(parse(`/de${query}`).search).toBe(query);
  expect(parse(`/de${query}&y=1&z=1`).search).toBe(query);
});

it("createAddressParser splits a request target into its parts", () => {
  expect(createAddressParser("/acquisition")("/acquisition/de/registration/deny?reason=expired")).toEqual({
    path: "/acquisition/de/registration/deny",
    pathBelowBase: "/de/registration/deny",
    prefixedPagePath: "/de/registration/deny",
    prefix: "/de",
    prefixLocale: "de",
    pagePath: "/registration/deny",
    route: "/registration/deny",
    isDataRequest: false,
    search: "?reason=expired",
    url: "/de/registration/deny?reason=expired",
  });
});

it.each(["/de/registration/deny", "/acquisitions/de", "//evil.example/acquisition", "*", ""])(
  "createAddressParser treats a request target outside the base path as no page: %s",
  (target) => {
    expect(createAddressParser("/acquisition")(target).pathBelowBase).toBeUndefined();
  },
);
