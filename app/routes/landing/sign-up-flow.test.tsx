import { expect, it } from "vitest";
import { SignUpWays } from "~/routes/landing/sign-up-flow";
import { linksIn, textsOf } from "../../../tests/support/html-text";
import { renderView } from "../../../tests/support/view-html";

it("sign-up options match docs/product/pages.md#landing-page, and work as links without JavaScript", () => {
  const html = renderView(<SignUpWays emailHref="#registrationCode" />);
  expect(linksIn(html)).toEqual([
    "#registrationCode",
    "/login",
    "/coming-soon/phone",
    "/coming-soon/google",
    "/coming-soon/facebook",
    "/coming-soon/apple",
  ]);
});

it("sign-up options label methods that are not available yet as coming soon", () => {
  const html = renderView(<SignUpWays emailHref="#registrationCode" />);
  const [, announced = ""] = html.split(">Coming soon<");
  expect(textsOf(announced, "a")).toEqual([
    "Sign up with your phone number",
    "Sign up with Google",
    "Sign up with Facebook",
    "Sign up with Apple",
  ]);
});
