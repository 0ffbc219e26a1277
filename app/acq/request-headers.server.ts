/**
 * The Authorization header's value for a token: the prefix is added unless the token already begins with a
 * word and a space (docs/acq-protocol.md#requests). Undefined without a token, or for one that no header can carry.
 */
export function authorizationFrom(token: string | undefined, prefix: string): string | undefined {
  if (!token || !/^[\x20-\x7e]{1,4096}$/.test(token)) return undefined;
  return /^\w+ /.test(token) ? token : `${prefix} ${token}`;
}

/** The visitor's request, as every call to acq describes it (docs/acq-protocol.md#requests). */
export interface AcqCaller {
  sessionId: string;
  /** The page's path without its query. */
  sourcePage: string;
  clientAddress: string;
  /** The network that the address counts for in limits. */
  network: string;
  acceptLanguage: string | undefined;
  /** The Authorization header's value; absent for a visitor without a token. */
  authorization: string | undefined;
  /** Aborted when the browser goes away: the call ends with it. */
  signal: AbortSignal | undefined;
  /** X-Demo-Country, which the embedded acq alone understands. */
  demoCountry: string | undefined;
}

/** In characters: no browser sends more, and acq takes only so much of a head. */
const mostLanguages = 500;

/** @param correlationId new for each attempt; the idempotency key is the same for a repetition */
export function requestHeaders(
  caller: AcqCaller,
  correlationId: string,
  idempotencyKey: string | undefined,
): Record<string, string> {
  return {
    "X-Correlation-Id": correlationId,
    "X-Session-Id": caller.sessionId,
    "X-Source-Page": encodeURI(caller.sourcePage),
    "X-Forwarded-For": caller.clientAddress,
    ...(caller.acceptLanguage && { "Accept-Language": caller.acceptLanguage.slice(0, mostLanguages) }),
    ...(caller.authorization && { Authorization: caller.authorization }),
    ...(caller.demoCountry && { "X-Demo-Country": caller.demoCountry }),
    ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
  };
}
