import { z } from "zod";
import file from "./features.json";

const featuresSchema = z.object({
  "registration-flow": z.enum(["default", "lean"]),
  "registration-extra-fields": z.boolean(),
});

/** What can be switched without a release (contract.md, section 13). */
export type Features = z.infer<typeof featuresSchema>;

/** The features of the file in the project, which serve where no features server is configured. */
export function featuresFromFile(): Features {
  return featuresSchema.parse(file);
}
