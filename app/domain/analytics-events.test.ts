import * as events from "~/domain/analytics-events";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hashEmail, hashId } from "~/request/page-events.server";

/** Analytics and error events of docs/product/cookies-and-events.md#consent-and-analytics. */
const tableRows = [
  "landing_registration",
  "landing_welcome_registration",
  "landing_form_registration",
  "landing_registration_step2",
  "submit_form_registration_step2",
  "entering_code_registration",
  "submit_code_registration",
  "submit_email",
  "subscribe_newsletter",
  "successful_user_registration",
  "already_registered_login_registration",
  "landing_activate_account_registration",
  "registration_country_changed",
  "landing_forbidden_referrer",
  "assign_experiment",
  "registration_code_no_balance",
  "registration_code_expired",
  "registration_timestamp_missing",
  "registration_account_active",
  "registration_account_pending",
  "registration_activation_failed",
  "registration_activation_not_found",
];

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("analytics events", () => {
  it("match the documented table, with one function for each event", () => {
    const {
      createLandingRegistrationEvent,
      createSubmitEmailEvent,
      createSuccessfulUserRegistrationEvent,
      createExperimentAssignmentEvent,
      ...plain
    } = events;
    const emailHash = hashEmail("zoe@example.com");
    const allEvents = [
      createLandingRegistrationEvent("social"),
      createSubmitEmailEvent(emailHash),
      createSuccessfulUserRegistrationEvent(emailHash, undefined),
      createExperimentAssignmentEvent({ variation: 1 }),
      ...Object.values(plain).map((event) => event()),
    ];
    expect(allEvents.map(({ event }) => event).sort()).toEqual([...tableRows].sort());
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
    expect(events.createLandingRegistrationEvent(slug)).toEqual({ event: "landing_registration", campaign });
  });

  it("contain hashes instead of the e-mail address and the registration id", () => {
    expect(
      events.createSuccessfulUserRegistrationEvent(hashEmail(" Zoe@Example.COM "), hashId("Registration-1")),
    ).toEqual({
      event: "successful_user_registration",
      email: sha256("zoe@example.com"),
      registrationId: sha256("Registration-1"),
    });
    expect(events.createSubmitEmailEvent(hashEmail("zoe@example.com"))["email"]).toMatch(/^[0-9a-f]{64}$/);
  });

  it("contain the name of the experiment only if the experiment has a name", () => {
    expect(events.createExperimentAssignmentEvent({ experiment: undefined, variation: 2 })).toEqual({
      event: "assign_experiment",
      variation: 2,
    });
    expect(events.createExperimentAssignmentEvent({ experiment: "Spring", variation: "short" })).toEqual({
      event: "assign_experiment",
      experiment: "Spring",
      variation: "short",
    });
  });
});
