import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as activateAccount from "~/routes/registration/activateaccount/route";
import { type Club, startClub } from "../../../../tests/support/route-context";
import { newVisitor, type Visitor } from "../../../../tests/support/visitor";

const path = "/en/registration/activateaccount";

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

const countedStatuses: string[] = [];
beforeEach(() => {
  countedStatuses.length = 0;
  vi.spyOn(club.services.metrics, "countActivation").mockImplementation((status) => {
    countedStatuses.push(status);
  });
});

const clickButton = (visitor: Visitor, accountActivationId: string) =>
  visitor.post(activateAccount, path, { accountActivationId });

describe("activation metric", () => {
  it("counts an unknown link once for any number of attempts from any network", async () => {
    const visitor = newVisitor(club);
    for (let click = 0; click < 6; click += 1)
      expect(await clickButton(visitor, "old-link")).toMatchObject({
        status: 303,
        location: "/en/registration/activateaccountError?reason=not-found",
      });
    await clickButton(newVisitor(club), "old-link");
    expect(countedStatuses).toEqual(["NOT_FOUND"]);
  });

  it("counts unknown links of several networks, and several of one network once", async () => {
    const visitor = newVisitor(club);
    for (const link of ["first-link", "second-link", "third-link"]) await clickButton(visitor, link);
    await clickButton(newVisitor(club), "fourth-link");
    expect(countedStatuses).toEqual(["NOT_FOUND", "NOT_FOUND"]);
  });

  it("counts repeated damaged links once for each network", async () => {
    const visitors = [newVisitor(club), newVisitor(club)];
    for (const visitor of [...visitors, ...visitors])
      await visitor.get(activateAccount, `${path}?accountActivationId=one&accountActivationId=other`);
    expect(countedStatuses).toEqual(["NOT_FOUND", "NOT_FOUND"]);
  });
});
