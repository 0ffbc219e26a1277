import { infoPages } from "~/domain/info-pages";
import type { Config } from "~/config/environment";

/**
 * Returns the unset variables of the club's pages, separated by "/". The site shows placeholders instead of these
 * pages.
 */
export function findUnsetPageVariables({ links }: Pick<Config, "links">): string {
  return infoPages
    .filter(({ name }) => links[name] === undefined)
    .map(({ slug }) => `${slug.replace("-", "_").toUpperCase()}_URL`)
    .join("/");
}
