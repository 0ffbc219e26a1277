import { afterAll, beforeAll, expect, it } from "vitest";
import * as formStarted from "~/routes/registration/formstarted/route";
import { fillForm, formPath } from "../../../../tests/support/registration";
import { startClub, type Club } from "../../../../tests/support/route-context";
import { newVisitor, type Visitor } from "../../../../tests/support/visitor";

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

function openForm(visitor: Visitor) {
  return visitor.get(formStarted, `${formPath}?rc=WELCOME`);
}

const createExpectedResponse = (country: string) => ({ status: 200, data: { form: { typed: { country } } } });

it("preselected country follows the time zone in the browser's cookie", async () => {
  const visitor = newVisitor(club);
  visitor.cookies.set("__Host-tz", "Europe/Stockholm");
  expect(await openForm(visitor)).toMatchObject(createExpectedResponse("SE"));
});

it("preselected country is Germany without a usable time zone", async () => {
  const visitor = newVisitor(club);
  expect(await openForm(visitor)).toMatchObject(createExpectedResponse("DE"));
  visitor.cookies.set("__Host-tz", "Asia/Tokyo");
  expect(await openForm(visitor)).toMatchObject(createExpectedResponse("DE"));
});

it("preselected country comes from the time zone when acq does not answer", async () => {
  const visitor = newVisitor(club);
  visitor.cookies.set("__Host-tz", "Europe/Stockholm");
  await club.failNextCall("countryDetails", { kind: "status", value: 400 });
  expect(await openForm(visitor)).toMatchObject(createExpectedResponse("SE"));
});

it("preselected country equals the country that the visitor selected before", async () => {
  const visitor = newVisitor(club);
  visitor.cookies.set("__Host-tz", "Europe/Stockholm");
  const form = fillForm(await openForm(visitor));
  await visitor.post(formStarted, formPath, { ...form, country: "PL", firstname: "" });
  expect(await openForm(visitor)).toMatchObject(createExpectedResponse("PL"));
});
