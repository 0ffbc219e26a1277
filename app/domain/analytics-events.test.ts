import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type AnalyticsEvent, createLandingRegistrationEvent } from "~/domain/analytics-events";
import { hashEmail, hashId } from "~/request/page-events.server";

const eventNames = {
  landing_registration: true,
  landing_welcome_registration: true,
  landing_form_registration: true,
  landing_registration_step2: true,
  submit_form_registration_step2: true,
  entering_code_registration: true,
  submit_code_registration: true,
  submit_email: true,
  subscribe_newsletter: true,
  successful_user_registration: true,
  already_registered_login_registration: true,
  landing_activate_account_registration: true,
  registration_country_changed: true,
  landing_forbidden_referrer: true,
  assign_experiment: true,
  registration_code_no_balance: true,
  registration_code_expired: true,
  registration_timestamp_missing: true,
  registration_account_active: true,
  registration_account_pending: true,
  registration_activation_failed: true,
  registration_activation_not_found: true,
} satisfies Record<AnalyticsEvent["event"], true>;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("analytics events", () => {
  it("match the table in docs/product/cookies-and-events.md#events", () => {
    const text = readFileSync("docs/product/cookies-and-events.md", "utf8");
    const [, section = ""] = /\n## Events\n([\s\S]*?)\n## /.exec(text) ?? [];
    const rows = section.split("\n").filter((line) => line.startsWith("| `"));
    const documentedNames = rows.flatMap((row) =>
      Array.from(row.split("|")[1]?.matchAll(/`(\w+)`/g) ?? [], ([, name = ""]) => name),
    );
    expect(documentedNames.sort()).toEqual(Object.keys(eventNames).sort());
  });

  it.each([
    ["social", "social"],
    ["viral", "viral"],
    ["viral-product-share", "viral-product-share"],
    ["daba", "daba"],
    ["Social", "Unknown"],
    ["zoe-berg", "Unknown"],
    [undefined, "Unknown"],
  ])("report the landing page campaign %s as %s", (slug, campaign) => {
    expect(createLandingRegistrationEvent(slug)).toEqual({ event: "landing_registration", campaign });
  });

  it("contain hashes instead of the e-mail address and the registration id", () => {
    expect(hashEmail(" Zoe@Example.COM ")).toBe(sha256("zoe@example.com"));
    expect(hashEmail("zoe@example.com")).toMatch(/^[0-9a-f]{64}$/);
    expect(hashId("Registration-1")).toBe(sha256("Registration-1"));
  });
});
