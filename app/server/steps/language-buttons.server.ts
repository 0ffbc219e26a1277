import { parse } from "cookie";
import type { Config } from "~/config/environment";
import { isLocale } from "~/i18n/locales";
import { hasOwnCookies } from "~/request/cookies/own-cookies.server";
import type { Services } from "~/request/services.server";
import type { Step } from "~/server/exchange";

/**
 * Handles a click on a form's language button (`FormLanguages`) in browsers without `formaction`, which submit to the
 * form's own URL. The form is passed to `/language`. Without cookies the registration form's page handles it in the new
 * language, because some of these browsers follow a 307 with GET and lose the fields.
 */
export function languageButtons({
  config,
  parseAddress,
}: Pick<Services, "parseAddress"> & { config: Pick<Config, "basePath" | "secure" | "token"> }): Step {
  const { basePath } = config;
  return (exchange, next) => {
    const { req, form, address } = exchange;
    if (!form) return next();
    const { prefix, pagePath, search } = address;
    const locale = new URLSearchParams(form.body.toString()).get("locale") ?? undefined;
    // A form that `/language` has redirected to its page (307) is recognized by the parameter of the cookie check.
    if (isLocale(locale) && !new URLSearchParams(search).has("cookies")) {
      const isShownHere =
        pagePath === "/registration/formstarted" && !hasOwnCookies(parse(req.headers.cookie ?? ""), config);
      const target = isShownHere ? `/${locale}${pagePath}${search}` : `${prefix}/language`;
      exchange.address = parseAddress(`${basePath}${target}`);
    }
    return next();
  };
}
