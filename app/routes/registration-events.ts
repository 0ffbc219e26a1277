import type { LoaderFunctionArgs } from "@remix-run/node";
import { requestContext } from "~/context.server";
import { registrationEvents } from "~/pages/registration-events.server";

export function loader({ context, request }: LoaderFunctionArgs) {
  return registrationEvents(requestContext(context, request), request.method);
}
