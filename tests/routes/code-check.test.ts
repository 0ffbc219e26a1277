import { expect, it } from "vitest";
import type { Acq } from "~/acq/client.server";
import { createRequestContext } from "~/request/context.server";
import { checkInvitation } from "~/request/code-check.server";
import { startClub } from "../support/route-context";

it("asks acq once in a request about one invitation", async () => {
  const club = await startClub();
  const context = createRequestContext(club.services, {
    url: "/",
    isData: false,
    hostname: "club.example",
    headers: {
      cookie: undefined,
      acceptLanguage: undefined,
      demoCountry: undefined,
      userAgent: undefined,
      savesData: false,
    },
    clientAddress: "192.0.2.1",
    nonce: "",
    signal: undefined,
  });
  const { acq } = context;
  let calls = 0;
  const ask: Acq["ask"] = (call) => {
    calls += 1;
    return acq.ask(call);
  };
  const counting = { ...context, acq: { ask } };

  const invitation = { code: "WELCOME", validityTimestamp: null };
  await checkInvitation(counting, invitation);
  expect(await checkInvitation(counting, { ...invitation })).toMatchObject({ status: "usable" });
  expect(calls).toBe(1);
  expect(await checkInvitation(counting, { ...invitation, code: "EXPIRED" })).toMatchObject({
    reason: "expired",
  });
  await club.stop();
});
