import { data, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { isLocale } from "~/i18n/locales";
import { knownTranslator } from "~/i18n/messages.client";
import { requestContext } from "~/request/context.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { reportNotFound, underMaintenance } from "~/request/replies.server";

export const handle: PageHandle = { layout: "centered", i18n: [] };

/** The global guard (docs/product.md#pages); also where a refused request gets its page. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const { refusal } = app.requestInfo;
  if (refusal?.maintenance) throw underMaintenance(app);
  if (refusal) throw data(refusal.detail ?? null, { status: refusal.status });
  reportNotFound(app);
  if (app.requestInfo.address.isData) throw data(null, { status: 404 });
  return redirect(`${app.prefix}/error/404`, 302);
}

/** How long a redirect that shows nothing waits (docs/product.md#constants), in milliseconds. */
const redirectMs = 100;

/**
 * The guard of a way within the browser, which shows nothing until it has gone on: to `/error/404`, or where that fails
 * to the page that is there under any base path. Offline it says so, and stays.
 */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<never> {
  const { base = "", locale } = document.documentElement.dataset;
  const { pathname } = new URL(request.url);
  const [, prefix] = pathname.slice(base.length).split("/");
  const page = `${base}${isLocale(prefix) ? `/${prefix}` : ""}/error/404`;
  // Asked all the same: the server tells the log.
  serverLoader().catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, redirectMs));
  const isThere = await fetch(page, { method: "HEAD" }).then(
    ({ status }) => status < 500,
    () => false,
  );
  if (isThere || navigator.onLine) {
    const to = isThere ? page : "/acquisition/error/404";
    // A step through the history is at the address already: the step back from there would lead here again.
    if (location.pathname === pathname) location.replace(to);
    else location.assign(to);
  } else if (isLocale(locale))
    dispatchEvent(new CustomEvent("toast", { detail: knownTranslator(locale)("common:failure.offline") }));
  return new Promise(() => undefined);
}

export function action(): never {
  throw data(null, { status: 404 });
}

/** Never shown: Remix draws an error page only for a module that has a component. */
export default function Unmatched() {
  return null;
}
