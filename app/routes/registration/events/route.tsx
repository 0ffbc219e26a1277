import type { LoaderFunctionArgs } from "@remix-run/node";
import { requestContext } from "~/request/context.server";
import { registrationEvents } from "~/request/registration-events.server";

export function loader({ context, request }: LoaderFunctionArgs) {
  return registrationEvents(requestContext(context, request), request.method);
}
