import { expect, it } from "vitest";
import { linksIn } from "../../../tests/support/html-text";
import { renderView } from "../../../tests/support/view-html";
import { ErrorPage } from "./error-page";

it.each([
  [500, 2],
  [503, 2],
  [404, 1],
])("error page with status %i offers to try again if that can help", (status, linkCount) => {
  expect(linksIn(renderView(<ErrorPage status={status} data={null} />))).toHaveLength(linkCount);
});
