import { parse } from "cookie";
import type { Config } from "~/config/environment";
import { isLocale } from "~/i18n/locales";
import { hasOwnCookies } from "~/request/cookies/own-cookies.server";
import type { Services } from "~/request/services.server";
import type { Step } from "~/server/exchange";

/**
 * Handles a form that was sent with one of its language buttons (`FormLanguages`): browsers that do not know
 * `formaction` send it to the form's own address. `/language` answers it; without cookies the registration form itself
 * does, in the other language, since some of these browsers follow a 307 with GET and lose the fields.
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
    // A form that `/language` redirected to its page (307) has the parameter of the cookie check.
    if (isLocale(locale) && !new URLSearchParams(search).has("cookies")) {
      const isShownHere =
        pagePath === "/registration/formstarted" && !hasOwnCookies(parse(req.headers.cookie ?? ""), config);
      const target = isShownHere ? `/${locale}${pagePath}${search}` : `${prefix}/language`;
      exchange.address = parseAddress(`${basePath}${target}`);
    }
    return next();
  };
}
