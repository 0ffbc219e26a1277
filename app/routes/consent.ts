import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requestContext } from "~/context.server";
import { fieldText } from "~/http/field-text";
import { putFlash } from "~/pages/flash.server";
import { notFound, seeOtherAt } from "~/pages/replies.server";
import { pageSentFrom } from "~/pages/page-sent-from.server";

export function loader({ context, request }: LoaderFunctionArgs) {
  throw notFound(requestContext(context, request));
}

/** Keeps a visitor's choice, "a1m0" for analytics without marketing (contract.md, section 12). */
export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  const form = await request.formData();
  app.outgoing.set("consent", app.cookies.consent.set(chosenIn(form)));
  await putFlash(app, "consent-saved");
  return seeOtherAt(app, pageSentFrom(app, request, fieldText(form, "returnTo")));
}

/** By the button that was pressed: all, none, or, also without a word of it, what is ticked. */
function chosenIn(form: FormData): string {
  switch (fieldText(form, "choice")) {
    case "all":
      return "a1m1";
    case "none":
      return "a0m0";
    default: {
      const ticked = (name: string) => (form.get(name) === "on" ? "1" : "0");
      return `a${ticked("analytics")}m${ticked("marketing")}`;
    }
  }
}

/** Never shown: Remix draws an error page only for a module that has a component. */
export default function Consent() {
  return null;
}
