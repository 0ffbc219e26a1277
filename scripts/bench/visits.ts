/** The two pages that are measured: without a code, and with one that acq knows. */
export const paths = {
  landing: "/",
  form: "/registration/formstarted?rc=WELCOME",
};

export type Visit = keyof typeof paths;

/** What a browser of today says when it asks for a page. */
export const visitorHeaders = {
  accept: "text/html,application/xhtml+xml",
  "accept-encoding": "br, gzip",
  "accept-language": "en",
  "user-agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140 Mobile",
};
