/**
 * Returns the Authorization header for a token; undefined without a token, or if no header can contain it. The header
 * starts with `defaultAuthScheme`, unless the token already starts with a scheme such as "Bearer "
 * (docs/develop/acq-protocol.md#requests).
 */
export function createAuthorizationHeader(
  token: string | undefined,
  defaultAuthScheme: string,
): string | undefined {
  if (!token || !/^[\x20-\x7e]{1,4096}$/.test(token)) return undefined;
  return /^\w+ /.test(token) ? token : `${defaultAuthScheme} ${token}`;
}

/** The parts of the visitor's request that each call sends to acq (docs/develop/acq-protocol.md#requests). */
export interface AcqCaller {
  sessionId: string;
  /** The page's path without its query. */
  sourcePage: string;
  clientAddress: string;
  /**
   * The visitor's IPv4 address, or the /56 network of the visitor's IPv6 address, because one client may use all
   * addresses of such a network.
   */
  clientNetwork: string;
  acceptLanguage: string | undefined;
  /** The Authorization header; undefined for a visitor without a token. */
  authorization: string | undefined;
  /** Aborts the call when the browser closes the connection. */
  signal: AbortSignal | undefined;
  /**
   * The value of the header X-Demo-Country, which sets the country in demonstrations. Only the embedded acq reads it.
   */
  demoCountry: string | undefined;
}

/**
 * The maximum length of the Accept-Language header, in characters. A longer header is truncated, because acq limits the
 * size of headers. Browsers send shorter ones.
 */
const maxAcceptLanguageLength = 500;

/**
 * Returns the headers of one attempt to call acq.
 *
 * @param correlationId - new for each attempt, unlike the idempotency key
 */
export function createRequestHeaders(
  caller: AcqCaller,
  correlationId: string,
  idempotencyKey: string | undefined,
): Record<string, string> {
  return {
    "X-Correlation-Id": correlationId,
    "X-Session-Id": caller.sessionId,
    "X-Source-Page": encodeURI(caller.sourcePage),
    "X-Forwarded-For": caller.clientAddress,
    ...(caller.acceptLanguage && {
      "Accept-Language": caller.acceptLanguage.slice(0, maxAcceptLanguageLength),
    }),
    ...(caller.authorization && { Authorization: caller.authorization }),
    ...(caller.demoCountry && { "X-Demo-Country": caller.demoCountry }),
    ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
  };
}
