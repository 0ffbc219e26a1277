import { expect, it } from "vitest";
import { SignUpWays } from "~/routes/landing/sign-up-flow";
import { linksIn } from "../support/html-text";
import { viewHtml } from "../support/view-html";

it("offers every way of docs/product.md#landing-page, each a link without script", () => {
  const html = viewHtml(<SignUpWays emailHref="#registrationCode" />);
  expect(linksIn(html)).toEqual([
    "#registrationCode",
    "/coming-soon/phone",
    "/coming-soon/google",
    "/coming-soon/facebook",
    "/coming-soon/apple",
    "/login",
  ]);
});

it("marks what is only announced", () => {
  const html = viewHtml(<SignUpWays emailHref="#registrationCode" />);
  const marked = [...html.matchAll(/>([^<>]+) <span class="way-soon">Coming soon<\/span>/g)];
  expect(marked.map(([, way]) => way)).toEqual([
    "Sign up by phone",
    "Sign up with Google",
    "Sign up with Facebook",
    "Sign up with Apple",
  ]);
});
