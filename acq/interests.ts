import { z } from "zod";
import type { Acq } from "./call";
import { emailKey } from "./email";
import { country, email, locale } from "./registration-input";

export const interestInput = z.object({ email, locale, country: country.nullish() });

/** Keeps an application; the answer does not tell whether the address was known. */
export function submitMembershipInterest(
  acq: Acq,
  input: z.infer<typeof interestInput>,
): { status: "RECEIVED" } {
  acq.database.run(
    `insert into interests values (:emailKey, :email, :locale, :country, :now)
     on conflict (email_key) do update set locale = :locale, country = :country`,
    {
      emailKey: emailKey(input.email) ?? input.email,
      email: input.email,
      locale: input.locale,
      country: input.country ?? null,
      now: acq.now(),
    },
  );
  return { status: "RECEIVED" };
}
