import { data, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { isLocale } from "~/i18n/locales";
import { knownTranslator } from "~/i18n/messages.client";
import { requestContext } from "~/request/context.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { reportNotFound, underMaintenance } from "~/request/replies.server";

export const handle: PageHandle = { layout: "centered", i18n: [] };

/** The guard for unmatched paths (docs/product/pages.md#pages), and the page of refused requests. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const { refusal } = app.requestInfo;
  if (refusal?.maintenance) throw underMaintenance(app);
  if (refusal) throw data(refusal.detail ?? null, { status: refusal.status });
  reportNotFound(app);
  if (app.requestInfo.address.isData) throw data(null, { status: 404 });
  return redirect(`${app.prefix}/error/404`, 302);
}

/** The delay of the redirect, in milliseconds (docs/product/overview.md#constants). */
const redirectMs = 100;

/**
 * Handles navigations by script to a path without a page: redirects to `/error/404`, or if that fails to
 * `/acquisition/error/404`, which exists under any base path. Offline it shows a message and the current page does not
 * change.
 */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<never> {
  const { base = "", locale } = document.documentElement.dataset;
  const { pathname } = new URL(request.url);
  const [, prefix] = pathname.slice(base.length).split("/");
  const page = `${base}${isLocale(prefix) ? `/${prefix}` : ""}/error/404`;
  // Requests the unknown path only so that the server logs it.
  serverLoader().catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, redirectMs));
  const pageExists = await fetch(page, { method: "HEAD" }).then(
    ({ status }) => status < 500,
    () => false,
  );
  if (pageExists || navigator.onLine) {
    const target = pageExists ? page : "/acquisition/error/404";
    // After Back or Forward the URL has already changed. An additional history entry would make Back return to the
    // unknown path.
    if (location.pathname === pathname) location.replace(target);
    else location.assign(target);
  } else if (isLocale(locale))
    dispatchEvent(new CustomEvent("toast", { detail: knownTranslator(locale)("common:failure.offline") }));
  return new Promise(() => undefined);
}

export function action(): never {
  throw data(null, { status: 404 });
}

/** Never rendered: Remix shows an error page only for a module with a component. */
export default function Unmatched() {
  return null;
}
