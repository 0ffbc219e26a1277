import * as z from "zod";

/**
 * An enum of acq's. A value that acq added later reads as the most cautious one (acq.graphql); what is no text
 * at all is no answer.
 */
export function enumAnswer<Value extends string>(
  values: readonly Value[],
  cautious: NoInfer<Value>,
): z.ZodType<Value> {
  return z.string().transform((text): Value => values.find((value) => value === text) ?? cautious);
}
