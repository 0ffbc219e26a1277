import type { RequestContext } from "~/context.server";

/** The tag manager's container, if the operator has one: the defaults file may name another. */
export function tagManagerOf({ config, defaults }: RequestContext): string | undefined {
  return defaults.current.gtmContainerId ?? config.gtmContainerId;
}
