import { expect, it } from "vitest";
import { Flash, useToast } from "~/ui/components/toasts";
import { viewHtml } from "../../../tests/support/view-html";
import { renderToStaticMarkup } from "react-dom/server";

it("the place of toasts is there before the first one, after the page, and empty", () => {
  expect(viewHtml(<p>page</p>)).toBe(
    '<p>page</p><div class="toasts" role="status" aria-label="Messages" aria-atomic="false"></div>',
  );
});

it("a message that came with the page is part of it", () => {
  expect(viewHtml(<Flash message="Saved." />)).toContain(
    '<div class="flash" role="status"><p>Saved.</p></div>',
  );
});

function Shower() {
  useToast();
  return null;
}

it("nobody shows a toast where there is no place for it", () => {
  expect(() => renderToStaticMarkup(<Shower />)).toThrow("useToast needs a ToastProvider around it");
});
