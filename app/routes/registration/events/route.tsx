import type { LoaderFunctionArgs } from "@remix-run/node";
import { requestContext } from "~/request/context.server";
import { createEventsResponse } from "~/request/registration-events.server";

export function loader(args: LoaderFunctionArgs) {
  return createEventsResponse(requestContext(args), args.request.method);
}
