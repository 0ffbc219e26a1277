/** The two pages that are measured: without a code, and with one that acq knows. */
export const paths = {
  landing: "/",
  form: "/registration/formstarted?rc=WELCOME",
};

export type Visit = keyof typeof paths;

/** How many of each are asked for at the same time where it is counted how many a second there can be. */
export const connections = { landing: 50, form: 20 } as const satisfies Record<Visit, number>;

/** What a browser of today says when it asks for a page. */
export const visitorHeaders = {
  accept: "text/html,application/xhtml+xml",
  "accept-encoding": "br, gzip",
  "accept-language": "en",
  "user-agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140 Mobile",
};
