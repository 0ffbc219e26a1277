import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getRequestContext } from "./context.server";
import { readFieldText, issueFormToken, createSubmissionKey, truncateShownText } from "./form-token.server";
import { type Club, startClub } from "../../tests/support/route-context";
import { newVisitor } from "../../tests/support/visitor";

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

const idempotencyKeyRoute = {
  loader: (args: LoaderFunctionArgs) => issueFormToken(getRequestContext(args)),
  action: async (args: ActionFunctionArgs) => {
    const form = await args.request.formData();
    return createSubmissionKey(getRequestContext(args), form, { email: readFieldText(form, "email") });
  },
};

async function submitAndReadKey(formToken: string, email: string, memberToken?: string): Promise<unknown> {
  const visitor = newVisitor(club);
  if (memberToken !== undefined) visitor.cookies.set("auth.token", memberToken);
  return (await visitor.post({ action: idempotencyKeyRoute.action }, "/x", { formToken, email })).reply;
}

describe("idempotency key of a submitted form", () => {
  it("stays the same for a repeated submission, and changes with the form, its content or the member's token", async () => {
    const firstFormToken = String((await newVisitor(club).get(idempotencyKeyRoute, "/x")).data);
    const otherFormToken = String((await newVisitor(club).get(idempotencyKeyRoute, "/x")).data);
    const key = await submitAndReadKey(firstFormToken, "me@example.com");
    expect(await submitAndReadKey(firstFormToken, "me@example.com")).toBe(key);
    expect(await submitAndReadKey(firstFormToken, "you@example.com")).not.toBe(key);
    expect(await submitAndReadKey(otherFormToken, "me@example.com")).not.toBe(key);
    // Uses another key for another member token: acq refuses a key that it has received with another token.
    const memberKey = await submitAndReadKey(firstFormToken, "me@example.com", "one.member.token");
    expect(memberKey).not.toBe(key);
    expect(await submitAndReadKey(firstFormToken, "me@example.com", "another.member.token")).not.toBe(
      memberKey,
    );
  });

  it("differs in each request if the site did not issue the form", async () => {
    expect(await submitAndReadKey("forged", "me@example.com")).not.toBe(
      await submitAndReadKey("forged", "me@example.com"),
    );
  });
});

it("truncateShownText does not cut an emoji in half", () => {
  expect(truncateShownText(`${"a".repeat(1023)}😀`)).toBe("a".repeat(1023));
  expect(truncateShownText(`${"a".repeat(1022)}😀b`)).toBe(`${"a".repeat(1022)}😀`);
});
