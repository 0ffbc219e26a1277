import type { RequestContext } from "./context.server";

/** The page of the club with its contact; "none" if the operator has configured no such page. */
export type ClubContact = "customerService" | "imprint" | "none";

/** Returns the page where visitors find the club's contact. Placeholders of this site do not count. */
export function findClubContact({ config: { links } }: Pick<RequestContext, "config">): ClubContact {
  if (links.customerService !== undefined) return "customerService";
  return links.imprint === undefined ? "none" : "imprint";
}
