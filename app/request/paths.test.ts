import { describe, expect, it } from "vitest";
import { isAssetPath } from "./paths";

describe("isAssetPath", () => {
  it.each(["/app.js", "/app.js///", "/app%2Ejs", "/folder.data/app.css", "/data.database"])(
    "accepts %s, which has a file extension",
    (path) => expect(isAssetPath(path)).toBe(true),
  );

  it.each(["/de", "/de/registration.data", "/de/registration.data//", "/robots.txt", "/a.b/c", "/a.js/-"])(
    "rejects %s, the path of a page, of page data or of a file with a route",
    (path) => expect(isAssetPath(path)).toBe(false),
  );

  // Fails by the test's time limit if the time grows with the square of the path's length: a path then takes minutes.
  it.each(["/", ".", ".a", ".data/", "a", "%2F"])("takes linear time for a path that repeats %j", (part) => {
    expect(isAssetPath(`/${part.repeat(200_000)}-`)).toBe(false);
  });
});
