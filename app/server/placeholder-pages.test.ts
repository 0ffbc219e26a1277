import { expect, it } from "vitest";
import { infoPages } from "~/domain/info-pages";
import { readEnvironment } from "~/config/environment";
import { findUnsetPageVariables } from "./placeholder-pages.server";

it("findUnsetPageVariables lists the variable of each information page until that variable is set", () => {
  const variables = readUnsetVariables({}).split("/");
  expect(variables).toHaveLength(infoPages.length);
  for (const variable of variables)
    expect(readUnsetVariables({ [variable]: "https://shop.example/page" })).not.toContain(variable);
});

function readUnsetVariables(environment: Record<string, string>): string {
  const result = readEnvironment({ ACQ_EMBEDDED: "true", ...environment });
  if (!result.ok) throw new Error(result.faults.join());
  return findUnsetPageVariables(result.config);
}
