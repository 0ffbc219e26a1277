/**
 * The Authorization header's value for a token: the prefix is added unless the token already begins with a
 * word and a space (docs/acq-protocol.md#requests). Undefined without a token, or for one that no header can carry.
 */
export function authorizationFrom(token: string | undefined, prefix: string): string | undefined {
  if (!token || !/^[\x20-\x7e]{1,4096}$/.test(token)) return undefined;
  return /^\w+ /.test(token) ? token : `${prefix} ${token}`;
}
