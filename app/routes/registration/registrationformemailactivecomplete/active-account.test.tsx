import { describe, expect, it, vi } from "vitest";
import {
  ActiveAccount,
  NavigationStatus,
} from "~/routes/registration/registrationformemailactivecomplete/active-account";
import { linksIn, textOf } from "../../../../tests/support/html-text";
import { renderView } from "../../../../tests/support/view-html";

describe("page for an existing account (docs/product/pages.md#pages)", () => {
  it("links to the login and password pages, and never redirects without JavaScript", () => {
    const html = renderView(<ActiveAccount />);
    expect(linksIn(html)).toEqual(["/login", "/info/password-reset"]);
    expect(html).not.toContain("<button");
    expect(html).not.toMatch(/http-equiv|seconds/);
  });

  it.each([
    ["idle", "", false],
    ["leaving", "You’ll be taken to the login page in 20 seconds.", true],
    ["staying", "You’re staying on this page.", false],
  ] as const)(
    "announces a planned redirect to screen readers, with a button to stay on the page (state: %s)",
    (navigationState, text, hasButton) => {
      const html = renderView(<NavigationStatus navigationState={navigationState} onStay={vi.fn()} />);
      expect(textOf(/<p role="status"[^>]*>(.*?)<\/p>/.exec(html)?.[1] ?? "?")).toBe(text);
      // The number of seconds changes constantly, so it is hidden from screen readers.
      expect(html.includes(`<p aria-hidden="true">${text}</p>`)).toBe(hasButton);
      expect(html.includes(">Stay on this page</button>")).toBe(hasButton);
    },
  );
});
