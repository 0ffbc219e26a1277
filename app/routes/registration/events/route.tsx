import type { LoaderFunctionArgs } from "@remix-run/node";
import { requestContext } from "~/request/context.server";
import { registrationEvents } from "~/request/registration-events.server";

export function loader(args: LoaderFunctionArgs) {
  return registrationEvents(requestContext(args), args.request.method);
}
