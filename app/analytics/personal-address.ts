/**
 * Whether an address holds a code or an id. Tags report the address of their page and of the one before, and these are
 * for nobody else (docs/product.md#pages).
 */
export function isPersonal(address: string): boolean {
  return /[?&](?:rc|vt|accountActivationId)=/.test(address);
}
