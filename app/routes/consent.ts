import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requestContext } from "~/context.server";
import { fieldText } from "~/http/field-text";
import { notFound, seeOtherAt } from "~/pages/replies.server";
import { safeReturnTo } from "~/http/return-to";

export function loader({ context, request }: LoaderFunctionArgs) {
  throw notFound(requestContext(context, request));
}

/** Keeps a visitor's choice, "a1m0" for analytics without marketing (contract.md, section 12). */
export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  const form = await request.formData();
  const chosen = (name: string) => (form.get(name) === "on" ? "1" : "0");
  app.outgoing.set("consent", app.cookies.consent.set(`a${chosen("analytics")}m${chosen("marketing")}`));
  return seeOtherAt(app, safeReturnTo(fieldText(form, "returnTo")));
}

/** Never shown: Remix draws an error page only for a module that has a component. */
export default function Consent() {
  return null;
}
