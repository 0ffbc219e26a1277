/** The paths of the two measured pages: one without a code, and one with a code that acq knows. */
export const pathByVisit = {
  landing: "/",
  form: "/registration/formstarted?rc=WELCOME",
};

export type Visit = keyof typeof pathByVisit;

/** The number of connections for measurements of the maximum rate. */
export const connectionCounts = { landing: 50, form: 20 } as const satisfies Record<Visit, number>;

/** The headers of a current browser's page request. */
export const visitorHeaders = {
  accept: "text/html,application/xhtml+xml",
  "accept-encoding": "br, gzip",
  "accept-language": "en",
  "user-agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140 Mobile",
};
