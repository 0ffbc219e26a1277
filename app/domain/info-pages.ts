/**
 * Placeholder pages for the club's own pages. A link that the operator configures replaces the placeholder
 * (docs/operate/configuration.md).
 */
export const infoPages = [
  { name: "shop", slug: "shop" },
  { name: "passwordReset", slug: "password-reset" },
  { name: "customerService", slug: "customer-service" },
  { name: "about", slug: "about" },
  { name: "jobs", slug: "jobs" },
  { name: "privacy", slug: "privacy" },
  { name: "terms", slug: "terms" },
  { name: "imprint", slug: "imprint" },
  { name: "sustainability", slug: "sustainability" },
] as const;

/** A link that the operator can configure: the login, or a page of the club. */
export type ClubLinkName = "login" | (typeof infoPages)[number]["name"];
