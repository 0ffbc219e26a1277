declare const hashed: unique symbol;

/** SHA-256 in lower-case hexadecimal digits; only hash-of.server.ts makes one, so that no event takes a plain text. */
export type Hash = string & { readonly [hashed]: true };
