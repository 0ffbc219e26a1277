import { expect, it } from "vitest";
import type { FirstStepData } from "~/domain/registration/registration.schema";
import { ClosedDoor, OpenDoor } from "~/routes/landing/gate";
import { MailWaiting } from "~/routes/registration/mail-sent";
import { viewHtml } from "../support/view-html";

const waiting = { email: "z…@example.com", formToken: "token" };
const form: FirstStepData = {
  ...{ formToken: "token", flow: "default", countries: [], legalTexts: "", popup: undefined },
  typed: { email: undefined, country: undefined },
};
const door = { waiting, typedCode: undefined, error: undefined, faults: [], isMistyped: false };

/** The buttons that ask for the mail once more, or for another address. */
function choicesIn(html: string): string[] {
  return html.match(/<button[^>]* value="(?:resend|change-email)">[^<]*<\/button>/g) ?? [];
}

it("a registration that waits offers the same at the gate as on its own page", () => {
  const page = viewHtml(
    <MailWaiting
      path="/registration/formfinished"
      heading="progress:finished.heading"
      body="progress:finished.body"
      notice={undefined}
      {...waiting}
    />,
  );
  const choices = choicesIn(page);
  expect(choices).toHaveLength(2);
  expect(choicesIn(viewHtml(<ClosedDoor {...door} />))).toEqual(choices);
  expect(choicesIn(viewHtml(<OpenDoor waiting={waiting} form={form} />))).toEqual(choices);
});
