import { describe, expect, it, vi } from "vitest";
import {
  ActiveAccount,
  LeavingStatus,
} from "~/routes/registration/registrationformemailactivecomplete/active-account";
import { linksIn, textOf } from "../../../../tests/support/html-text";
import { viewHtml } from "../../../../tests/support/view-html";

describe("the page for an account that exists (docs/product.md#pages)", () => {
  it("leads to login and to the password, and without script nowhere by itself", () => {
    const html = viewHtml(<ActiveAccount />);
    expect(linksIn(html)).toEqual(["/login", "/info/password-reset"]);
    expect(html).not.toContain("<button");
    expect(html).not.toMatch(/http-equiv|seconds/);
  });

  it.each([
    ["idle", "", false],
    ["leaving", "You’ll be taken to the login page in 20 seconds.", true],
    ["staying", "You’re staying on this page.", false],
  ] as const)("says politely what will happen, and how to stop it: %s", (leaving, text, hasButton) => {
    const html = viewHtml(<LeavingStatus leaving={leaving} onStay={vi.fn()} />);
    expect(textOf(/<p role="status"[^>]*>(.*?)<\/p>/.exec(html)?.[1] ?? "?")).toBe(text);
    // The number that runs is for the eye alone.
    expect(html.includes(`<p aria-hidden="true">${text}</p>`)).toBe(hasButton);
    expect(html.includes(">Stay on this page</button>")).toBe(hasButton);
  });
});
