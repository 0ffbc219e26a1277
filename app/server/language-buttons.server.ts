import { parse } from "cookie";
import type { RequestHandler } from "express";
import type { Config } from "~/config/environment";
import { isLocale } from "~/i18n/locales";
import { splitPrefix } from "~/i18n/negotiate";
import { hasOwnCookies } from "~/request/cookies/own-cookies.server";
import { belowBase } from "~/request/paths";
import { takeBody } from "./guard/guard-body.server";

/**
 * Handles a form that was sent with one of its language buttons (`FormLanguages`): browsers that do not know
 * `formaction` send it to the form's own address. `/language` answers it; without cookies the registration form itself
 * does, in the other language, since some of these browsers follow a 307 with GET and lose the fields.
 */
export function languageButtons(config: Pick<Config, "basePath" | "secure" | "token">): RequestHandler {
  const { basePath } = config;
  return (req, _res, next) => {
    const body = takeBody(req)?.toString() ?? "";
    const [path = "/", query] = req.originalUrl.split("?", 2);
    const locale = new URLSearchParams(body).get("locale") ?? undefined;
    // A form that `/language` has sent on to its page (307) has the mark of the check for cookies.
    if (isLocale(locale) && !new URLSearchParams(query).has("cookies")) {
      const { prefix, rest } = splitPrefix(belowBase(path, basePath) ?? path);
      const isShownHere =
        rest === "/registration/formstarted" && !hasOwnCookies(parse(req.headers.cookie ?? ""), config);
      req.originalUrl = isShownHere
        ? `${basePath}/${locale}${rest}${query === undefined ? "" : `?${query}`}`
        : `${basePath}${prefix}/language`;
    }
    next();
  };
}
