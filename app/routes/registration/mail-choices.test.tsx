import { expect, it } from "vitest";
import type { FirstStepData } from "~/routes/registration/form-data";
import { ClosedGateContent, OpenGateContent } from "~/routes/landing/gate";
import { MailWaiting } from "~/routes/registration/mail-sent";
import { renderView } from "../../../tests/support/view-html";

const waitingRegistration = { email: "z…@example.com", formToken: "token" };
const invitation = { code: "WELCOME", validityTimestamp: "" };
const waitingPageProps = {
  group: "finished",
  query: "",
  mailbox: undefined,
  notice: undefined,
  invitation,
  ...waitingRegistration,
} as const;
const form: FirstStepData = {
  action: "/registration/formstarted",
  formToken: "token",
  flow: "default",
  countryList: "DEGermany",
  legalTexts: "",
  popup: undefined,
  invitation,
  typed: { email: undefined, country: undefined },
};
const closedGateProps = {
  waiting: waitingRegistration,
  typedCode: undefined,
  error: undefined,
  formErrors: [],
  isMistyped: false,
};

/** Returns the HTML of the buttons that send the e-mail again or change the address. */
function readChoices(html: string): string[] {
  return html.match(/<button[^>]* value="(?:resend|change-email)">[^<]*<\/button>/g) ?? [];
}

it("pending registration offers the same e-mail options on the landing page as on the confirmation page", () => {
  const page = renderView(<MailWaiting {...waitingPageProps} isKnown />);
  const choices = readChoices(page);
  expect(choices).toHaveLength(2);
  expect(readChoices(renderView(<ClosedGateContent {...closedGateProps} />))).toEqual(choices);
  expect(readChoices(renderView(<OpenGateContent waiting={waitingRegistration} form={form} />))).toEqual(
    choices,
  );
});

it("status button appears only if the browser's draft contains the pending registration", () => {
  const pageOfKnownAddress = renderView(<MailWaiting {...waitingPageProps} isKnown />);
  expect(pageOfKnownAddress).toContain('value="check"');
  expect(pageOfKnownAddress).not.toContain('href="/login"');
  const pageOfUnknownAddress = renderView(<MailWaiting {...waitingPageProps} isKnown={false} />);
  expect(pageOfUnknownAddress).not.toContain('value="check"');
  expect(pageOfUnknownAddress).toContain('href="/login"');
  expect(readChoices(pageOfUnknownAddress)).toEqual(readChoices(pageOfKnownAddress));
});
