import { expect, it } from "vitest";
import { createAddressParser } from "~/request/request-address";

it.each([
  ["/", "/:slug?"],
  ["/de", "/:slug?"],
  ["/de/", "/:slug?"],
  ["/daba?rc=SECRET", "/:slug?"],
  ["/WELCOME", "/:slug?"],
  ["/_root.data?rc=SECRET", "/:slug?"],
  ["/de/registration/formstarted?rc=SECRET", "/registration/formstarted"],
  ["/de/registration/formstarted/", "/registration/formstarted"],
  ["/de/registration/formstarted.data", "/registration/formstarted"],
  ["/products/ombrelune", "/products/:product"],
  ["/pl/s/eyJ-secret-token?x=y", "/s/:token"],
  ["/s/secrettoken", "/s/:token"],
  ["/s/secret/token", "*"],
  ["/registration/SECRET", "*"],
  ["/de/de/SECRET", "*"],
  ["//evil.example/x", "*"],
  ["/robots.txt", "/robots.txt"],
  ["/assets/entry-SECRET.js", "/assets/*"],
  ["/entrance/cmp/js/cmp_min.js", "/entrance/*"],
  ["/acquisition/defaults.json", "/acquisition/defaults.json"],
  ["/SECRET.png", "/:file"],
  ["/csp-reports", "/csp-reports"],
  ["/healthz", "/healthz"],
  ["/readyz?x=SECRET", "/readyz"],
  ["", "/:slug?"],
  ["*", "*"],
  ["http://evil.example/SECRET", "*"],
])("createAddressParser reports %s as the route %s", (url, pattern) => {
  expect(createAddressParser("")(url).route).toBe(pattern);
});

it.each([
  ["/acquisition", "/:slug?"],
  ["/acquisition/de/products/ombrelune?x=y", "/products/:product"],
  ["/acquisition/acquisition/error/404", "/acquisition/error/404"],
  ["/de/products/ombrelune", "*"],
  ["/healthz", "/healthz"],
  ["/entrance/cmp/js/cmp_min.js", "/entrance/*"],
])("createAddressParser reports %s as the route %s under a base path", (url, pattern) => {
  expect(createAddressParser("/acquisition")(url).route).toBe(pattern);
});
