import type { RequestHandler } from "express";
import { isLocale } from "~/i18n/locales";
import { splitPrefix } from "~/i18n/negotiate";
import { belowBase } from "~/request/paths";
import { takeBody } from "./guard/guard-body.server";

/**
 * Has `/language` answer a form that was sent with one of its language buttons (`FormLanguages`): browsers that do not
 * know `formaction` send it to the form's own address.
 */
export function languageButtons(basePath: string): RequestHandler {
  return (req, _res, next) => {
    const body = takeBody(req)?.toString() ?? "";
    const [path = "/", query] = req.originalUrl.split("?", 2);
    // A form that `/language` has sent on to its page (307) has the mark of the check for cookies.
    const locale = new URLSearchParams(body).get("locale") ?? undefined;
    if (isLocale(locale) && !new URLSearchParams(query).has("cookies")) {
      req.originalUrl = `${basePath}${splitPrefix(belowBase(path, basePath) ?? path).prefix}/language`;
    }
    next();
  };
}
