import type { LoaderFunctionArgs } from "@remix-run/node";
import { getRequestContext } from "~/request/context.server";
import { createEventsResponse } from "~/request/registration-events.server";

export function loader(args: LoaderFunctionArgs) {
  return createEventsResponse(getRequestContext(args), args.request.method);
}
