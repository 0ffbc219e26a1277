import type { RequestFacts } from "~/request/context.server";

/** What a visitor's request says, without script or anything that this test does not mean. */
export function requestFacts(
  cookie: string,
  asked: Pick<RequestFacts, "url" | "clientAddress"> & Partial<RequestFacts>,
): RequestFacts {
  return {
    isData: false,
    hostname: "club.example",
    headers: {
      cookie,
      acceptLanguage: undefined,
      demoCountry: undefined,
      userAgent: undefined,
      savesData: false,
    },
    nonce: "",
    signal: undefined,
    ...asked,
  };
}
