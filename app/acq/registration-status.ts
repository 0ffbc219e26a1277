import type { z } from "zod";
import { enumAnswer } from "./enum-answer";

/** Where a registration stands. One that is not known here promises nothing: the account waits. */
export const registrationStatusAnswer = enumAnswer(["CREATED", "PENDING", "ACTIVE", "REJECTED"], "PENDING");
export type RegistrationStatus = z.infer<typeof registrationStatusAnswer>;
