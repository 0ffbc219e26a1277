import { expect, it } from "vitest";
import { Flash, useToast } from "~/ui/components/toasts";
import { renderView } from "../../../tests/support/view-html";
import { renderToStaticMarkup } from "react-dom/server";

it("toast region exists before the first toast, as an empty element after the page content", () => {
  expect(renderView(<p>page</p>)).toBe(
    '<p>page</p><div class="toasts" role="status" aria-label="Messages" aria-atomic="false"></div>',
  );
});

it("flash message (shown only once) is part of the rendered page", () => {
  expect(renderView(<Flash message="Saved." />)).toContain(
    '<div class="flash" role="status"><p>Saved.</p></div>',
  );
});

function ToastCaller() {
  useToast();
  return null;
}

it("useToast throws without a ToastProvider", () => {
  expect(() => renderToStaticMarkup(<ToastCaller />)).toThrow("useToast needs a ToastProvider around it");
});
