import { expect, it, vi } from "vitest";
import type { Acq } from "~/acq/client.server";
import { createRequestContext } from "~/request/context.server";
import { checkInvitation } from "~/request/code-check.server";
import * as formStarted from "~/routes/registration/formstarted/route";
import * as landing from "~/routes/landing/route";
import { startClub } from "../../tests/support/route-context";
import { newVisitor } from "../../tests/support/visitor";
import { requestInfoOf } from "../../tests/support/request-info";

it("code check calls acq only once for an invitation that one request checks repeatedly", async () => {
  const club = await startClub();
  const context = createRequestContext(club.services, requestInfoOf("/"));
  const { acq } = context;
  let acqCallCount = 0;
  const request: Acq["request"] = (acqCall) => {
    acqCallCount += 1;
    return acq.request(acqCall);
  };
  const countingContext = { ...context, acq: { request } };

  const invitation = { code: "WELCOME", validityTimestamp: null };
  await checkInvitation(countingContext, invitation);
  expect(await checkInvitation(countingContext, { ...invitation })).toMatchObject({ status: "usable" });
  expect(acqCallCount).toBe(1);
  expect(await checkInvitation(countingContext, { ...invitation, code: "EXPIRED" })).toMatchObject({
    reason: "expired",
  });
  await club.stop();
});

it("link with an empty code is treated as a link without a code, on the landing page and the form", async () => {
  const club = await startClub();
  const visitor = newVisitor(club);
  expect(await visitor.get(landing, "/de?rc=")).toMatchObject({ status: 200, data: { invited: undefined } });
  await visitor.post(landing, "/de", { registrationCode: "WELCOME" });
  expect(await visitor.get(formStarted, "/de/registration/formstarted?rc=%20")).toMatchObject({
    status: 200,
  });
  await club.stop();
});

it("invitation link typed into the code field has the same effect as a click on the link", async () => {
  const club = await startClub();
  const visitor = newVisitor(club);
  const checkPastedLink = (query: string) =>
    visitor.post(landing, "/de", { registrationCode: ` https://club.example/de/viral?${query}` });
  expect(await checkPastedLink("rc=EXPIRED")).toMatchObject({ status: 422, reply: { error: "expired" } });
  expect(await checkPastedLink("rc=WELCOME&utm_source=friend")).toMatchObject({
    status: 303,
    location: "/de/registration/formstarted",
  });
  await club.stop();
});

it("metric of invited visitors counts a browser without Fetch Metadata, but neither HEAD requests nor crawlers", async () => {
  const club = await startClub();
  const countInvitedVisit = vi.spyOn(club.services.metrics, "countInvitedVisit");
  async function openLink(method: string, userAgent: string): Promise<void> {
    const requestInfo = requestInfoOf("/en?rc=WELCOME");
    const headers = { ...requestInfo.headers, userAgent };
    const context = createRequestContext(club.services, { ...requestInfo, method, headers });
    await checkInvitation(context, { code: "WELCOME", validityTimestamp: null });
  }
  const oldBrowser =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";
  await openLink("HEAD", oldBrowser);
  await openLink("GET", "python-requests/2.31");
  await openLink("GET", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; PreviewBot) BingPreview/1.0b");
  expect(countInvitedVisit).not.toHaveBeenCalled();
  // A visitor from the same network as the scanners is still counted.
  await openLink("GET", oldBrowser);
  expect(countInvitedVisit).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
  await club.stop();
});
