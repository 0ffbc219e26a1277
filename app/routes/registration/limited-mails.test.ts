import { afterEach, expect, it, vi } from "vitest";
import type { Registration } from "~/domain/registration/register-visitor.server";
import { createRequestContext } from "~/request/context.server";
import { registerWithinLimits } from "./limited-mails.server";
import { startClub } from "../../../tests/support/route-context";
import { requestInfoOf } from "../../../tests/support/request-info";

afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  { outcome: "refused", response: { status: "REJECTED", errors: ["REGISTRATION_CODE_EXPIRED"] } },
  { outcome: "active", response: { status: "ACTIVE", errors: [] } },
])(
  "registration metric counts the outcome $outcome once per network within two hours",
  async ({ outcome, response }) => {
    const club = await startClub();
    const countRegistration = vi.spyOn(club.services.metrics, "countRegistration");
    async function register(clientAddress: string, formId: string): Promise<void> {
      const context = createRequestContext(club.services, requestInfoOf("/", { clientAddress }));
      const registration = {
        invitation: { code: "EXPIRED", validityTimestamp: null },
        fields: { email: "refused@example.com" },
        legalTexts: {},
        locale: "en",
        formId,
      } as unknown as Registration;
      const registrationResult = { registrationId: null, ...response };
      const acq = {
        request: () => Promise.resolve({ ok: true, data: registrationResult }),
      } as unknown as typeof context.acq;
      await registerWithinLimits({ ...context, acq }, registration);
    }
    await register("192.0.2.1", "first");
    await register("192.0.2.1", "second");
    await register("192.0.2.2", "third");
    const now = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => now + 119 * 60_000);
    await register("192.0.2.1", "fourth");
    expect(countRegistration.mock.calls).toEqual([[outcome], [outcome]]);
    await club.stop();
  },
);
