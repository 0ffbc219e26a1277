/** A mail service with a website where visitors read their e-mails. */
export interface Mailbox {
  name: string;
  url: string;
}

/** The services, with the domains of their addresses. A domain of many countries has only its first label. */
const services: (Mailbox & { domains: string[] })[] = [
  { name: "Gmail", url: "https://mail.google.com/", domains: ["gmail.com", "googlemail.com"] },
  {
    name: "Outlook",
    url: "https://outlook.live.com/mail/",
    domains: ["outlook", "hotmail", "live", "msn.com"],
  },
  { name: "Yahoo Mail", url: "https://mail.yahoo.com/", domains: ["yahoo", "ymail.com"] },
  { name: "iCloud Mail", url: "https://www.icloud.com/mail", domains: ["icloud.com", "me.com", "mac.com"] },
  { name: "GMX", url: "https://www.gmx.net/", domains: ["gmx"] },
  { name: "WEB.DE", url: "https://web.de/", domains: ["web.de"] },
  { name: "T-Online", url: "https://email.t-online.de/", domains: ["t-online.de"] },
  { name: "Orange", url: "https://messagerie.orange.fr/", domains: ["orange.fr", "wanadoo.fr"] },
  { name: "Libero Mail", url: "https://mail.libero.it/", domains: ["libero.it"] },
  { name: "Poczta o2", url: "https://poczta.o2.pl/", domains: ["o2.pl"] },
  { name: "WP Poczta", url: "https://poczta.wp.pl/", domains: ["wp.pl"] },
  { name: "Onet Poczta", url: "https://poczta.onet.pl/", domains: ["onet.pl", "op.pl"] },
  { name: "Proton Mail", url: "https://mail.proton.me/", domains: ["proton.me", "protonmail.com"] },
];

/** Returns the mail service of an e-mail address; undefined if its domain is not listed. */
export function findMailbox(email: string): Mailbox | undefined {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  // Domains of countries end with one or two labels ("hotmail.fr", "yahoo.co.uk").
  const firstLabel = /^([^.]+)(\.co)?\.[a-z]{2,3}$/.exec(domain)?.[1] ?? "";
  const service = services.find(({ domains }) => domains.includes(domain) || domains.includes(firstLabel));
  return service && { name: service.name, url: service.url };
}
