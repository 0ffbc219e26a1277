import { data, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { isLocale } from "~/i18n/locales";
import { getBrowserTranslator } from "~/i18n/messages.client";
import { getRequestContext } from "~/request/context.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { createMissingPathCookie } from "~/request/missing-path.server";
import { createReplyHeaders, reportNotFound, createMaintenancePage } from "~/request/replies.server";

export const handle: PageHandle = { layout: "centered", i18n: [] };

/**
 * Handles requests that match no other route (docs/product/pages.md#pages), and renders the pages of refused requests.
 */
export function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const { refusal } = context.requestInfo;
  if (refusal?.isMaintenance) throw createMaintenancePage(context);
  if (refusal) throw data(refusal.detail ?? null, { status: refusal.status });
  reportNotFound(context);
  if (context.requestInfo.address.isDataRequest) throw data(null, { status: 404 });
  context.responseState.setCookies.set("missingPath", createMissingPathCookie(context));
  return redirect(`${context.prefix}/error/404`, { status: 302, headers: createReplyHeaders(context) });
}

/** The delay of the redirect, in milliseconds (docs/product/overview.md#constants). */
const redirectDelayMs = 100;

/**
 * Handles navigations within the browser to a path without a page. Redirects to `/error/404`. If that page cannot be
 * reached, redirects to `/acquisition/error/404`, which exists with every base path; offline, shows a message instead.
 */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<never> {
  const { base = "", locale } = document.documentElement.dataset;
  const { pathname } = new URL(request.url);
  const [, prefix] = pathname.slice(base.length).split("/");
  const page = `${base}${isLocale(prefix) ? `/${prefix}` : ""}/error/404`;
  // Calls the server's loader only so that the server logs the missing page.
  serverLoader().catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, redirectDelayMs));
  const doesPageExist = await fetch(page, { method: "HEAD" }).then(
    ({ status }) => status < 500,
    () => false,
  );
  if (doesPageExist || navigator.onLine) {
    const target = doesPageExist ? page : "/acquisition/error/404";
    // If the visitor came here by Back or Forward, the history already has an entry for the unknown path. Replaces this
    // entry, so that Back does not return to it.
    if (location.pathname === pathname) location.replace(target);
    else location.assign(target);
  } else if (isLocale(locale))
    dispatchEvent(
      new CustomEvent("toast", { detail: getBrowserTranslator(locale)("common:failure.offline") }),
    );
  return new Promise(() => undefined);
}

export function action(): never {
  throw data(null, { status: 404 });
}

/**
 * Never rendered, because the loader always throws or redirects. Remix shows an error page only for a module with a
 * component.
 */
export default function Unmatched() {
  return null;
}
