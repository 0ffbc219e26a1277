import { parse } from "cookie";
import { isLocale } from "~/i18n/locales";
import { hasSiteCookies } from "~/cookies/cookies.server";
import type { Services } from "~/request/services.server";
import type { PipelineStep } from "~/server/exchange";

/**
 * Handles a click on a language button at the end of a form (`FormLanguages`) in browsers without `formaction`, which
 * submit the form to its own URL. This step passes the form to `/language`, which redirects with 307. Some of these
 * browsers lose the fields on a 307, so without cookies the registration form's page handles the click itself.
 */
export function createLanguageButtonStep({
  config,
  cookies,
  parseAddress,
}: Pick<Services, "config" | "cookies" | "parseAddress">): PipelineStep {
  const { basePath } = config;
  return (exchange, next) => {
    const { req, form, address } = exchange;
    if (!form) return next();
    const { prefix, pagePath, search } = address;
    const locale = new URLSearchParams(form.body.toString()).get("locale") ?? undefined;
    // The query parameter `cookies` shows that the browser first sent the form to `/language`, which redirected it here
    // (307).
    if (isLocale(locale) && !new URLSearchParams(search).has("cookies")) {
      const staysOnForm =
        pagePath === "/registration/formstarted" && !hasSiteCookies(parse(req.headers.cookie ?? ""), cookies);
      const target = staysOnForm ? `/${locale}${pagePath}${search}` : `${prefix}/language`;
      exchange.address = parseAddress(`${basePath}${target}`);
    }
    return next();
  };
}
