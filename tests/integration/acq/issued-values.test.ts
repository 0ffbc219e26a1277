import { expect, it } from "vitest";
import { createValidityTimestamp } from "../../../acq/db/validity-timestamp";
import { createLinkSafeValue, createRandomValue } from "../../../acq/db/random-value";
import { repairLinkValue } from "~/domain/registration/link-values";
import { createActivationId } from "../../../acq/mail/activation-email";
import { activateAccount, findNewestActivationId, register, signIn } from "./support/operations";
import { startTestAcq } from "./support/test-acq";

const linkSafePattern = /^(?!3D)[A-Za-z0-9][A-Za-z0-9._~-]*[A-Za-z0-9]$/;

it.each([
  ["activation ids", createActivationId],
  ["tokens", () => createRandomValue(32)],
  [
    "validity timestamps",
    (index: number) => createValidityTimestamp("secret", "WELCOME", 1_700_000_000_000 + index * 977),
  ],
])("issued %s contain only characters that stay intact in a link", (_description, createValue) => {
  const issuedValues = Array.from({ length: 20_000 }, (_, index) => createValue(index));
  expect(issuedValues.filter((value) => !linkSafePattern.test(value))).toEqual([]);
  expect(new Set(issuedValues).size).toBe(issuedValues.length);
});

it("ids and timestamps issued by acq are not changed by the site's repair of damaged links", () => {
  for (let valueIndex = 0; valueIndex < 5000; valueIndex += 1) {
    const id = createActivationId();
    expect(repairLinkValue("accountActivationId", id)).toBe(id);
    const timestamp = createValidityTimestamp("secret", "WELCOME", 1_700_000_000_000 + valueIndex * 977);
    expect(repairLinkValue("vt", timestamp)).toBe(timestamp);
  }
});

it("issued codes never look like quoted-printable text", () => {
  const candidateCodes = ["3DBC-DFGH", "-BCD", "BCD_", "4DBC-DFGH"].values();
  expect(createLinkSafeValue(() => candidateCodes.next().value ?? "")).toBe("4DBC-DFGH");
});

it("ids and tokens returned by acq contain only characters that stay intact in a link", async () => {
  const acq = await startTestAcq();
  const { registrationId } = await register(acq);
  const id = await findNewestActivationId(acq);
  const { continueUrl } = await activateAccount(acq, id);
  const token = new URL(continueUrl ?? "").searchParams.get("token");
  for (const value of [registrationId, id, token, await signIn(acq, "member@example.com")])
    expect(value).toMatch(linkSafePattern);
});
