import * as z from "zod";
import * as formStarted from "~/routes/registration/formstarted/route";
import type { Visitor } from "./visitor";

const formDataSchema = z.object({
  form: z.object({
    formToken: z.string(),
    flow: z.string(),
    legalTexts: z.string(),
  }),
});

export const formPath = "/de/registration/formstarted";

/** Opens the form as an invited visitor and returns its fields, filled in correctly. */
export async function loadFilledForm(visitor: Visitor, code = "WELCOME"): Promise<Record<string, string>> {
  return fillForm(await visitor.get(formStarted, `${formPath}?rc=${code}`));
}

/** Returns the fields of an opened page's form, filled in correctly. */
export function fillForm(response: { data: unknown }): Record<string, string> {
  const { formToken, flow, legalTexts } = formDataSchema.parse(response.data).form;
  return {
    formToken,
    intent: flow,
    gender: "FEMALE",
    firstname: "Zoë",
    lastname: "O’Neill",
    email: `zoe${crypto.randomUUID().slice(0, 8)}@example.com`,
    country: "DE",
    terms: "on",
    legalTexts,
  };
}
