import type { RequestContext } from "~/context.server";

/** Where the site is, origin and base path: what every link that leaves it begins with. */
export function siteUrl({ config }: RequestContext): string {
  return `${config.publicOrigin}${config.basePath}`;
}
