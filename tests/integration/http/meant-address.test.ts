import { describe, expect, it } from "vitest";
import { repairDamagedUrl } from "~/request/paths";

describe("repairDamagedUrl", () => {
  it.each([
    ["an encoded question mark", "/en%3Frc=WELCOME", "", "/en?rc=WELCOME"],
    ["an encoded query", "/en%3Frc%3DWELCOME", "", "/en?rc=WELCOME"],
    ["an ampersand for the question mark", "/en&rc=WELCOME", "", "/en?rc=WELCOME"],
    ["a bracket at the end", "/en)", "", "/en"],
    [
      "a full stop before the query",
      "/en/registration/formstarted.",
      "?rc=A",
      "/en/registration/formstarted?rc=A",
    ],
    ["an encoded space before the query", "/en%20", "?rc=A", "/en?rc=A"],
    [
      "an encoded question mark before an activation id",
      "/registration/activateaccount%3FaccountActivationId=x",
      "?utm_source=mail",
      "/registration/activateaccount?accountActivationId=x&utm_source=mail",
    ],
    ["encoded letters", "/de/soci%61l", "?rc=A", "/de/social?rc=A"],
    ["encoded letters and an encoded query", "/%64e%3Frc%3DA%41", "", "/de?rc=AA"],
    ["uppercase letters", "/De/Registration/Deny", "?reason=expired", "/de/registration/deny?reason=expired"],
  ])("repairs a URL with %s", (_damage, path, query, expectedUrl) => {
    expect(repairDamagedUrl(path, query)).toBe(expectedUrl);
  });

  it.each([
    "/en",
    "/",
    "/de/registration/deny",
    "/no/such/page",
    "/no/such.",
    "/en/no/such%3Frc=A",
    "/f%C3%BCr",
  ])("leaves %s unchanged", (path) => {
    expect(repairDamagedUrl(path, "")).toBeUndefined();
  });

  it("repairs all damage in a single call, so that a repaired URL needs no second repair", () => {
    for (const path of ["/en%3Frc=WELCOME", "/EN.", "/en)%20."]) {
      const [repairedPath = "", query = ""] = (repairDamagedUrl(path, "") ?? "").split(/(?=\?)/);
      expect(repairDamagedUrl(repairedPath, query)).toBeUndefined();
    }
  });
});
