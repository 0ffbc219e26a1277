/** @param before the byte that stands before it, and `after` the one behind */
type Filler = (length: number, before: number | undefined, after: number | undefined) => Buffer;

/**
 * Stand for the words while a text is compressed. No two bytes of them stand side by side anywhere else, and none is
 * more frequent than another: the compressor finds nothing in them to look back to, nothing looks back to them, and
 * since it cannot make them any shorter it leaves them, and all that it knows, as they are.
 */
export function fillers(pieces: readonly Buffer[]): Filler {
  const pairs = new Set<number>();
  for (const piece of pieces)
    for (let at = 1; at < piece.length; at += 1) pairs.add(pairOf(piece[at - 1], piece[at]));
  let turn = 0;

  return (length, before, after) => {
    const bytes = Buffer.alloc(length);
    let last = before;
    for (let at = 0; at < length; at += 1) {
      const isLast = at === length - 1;
      const next = anyByte.find((step) => {
        const byte = (turn + step) % 256;
        return !pairs.has(pairOf(last, byte)) && !(isLast && pairs.has(pairOf(byte, after)));
      });
      const byte = (turn + (next ?? 0)) % 256;
      pairs.add(pairOf(last, byte));
      bytes[at] = byte;
      last = byte;
      turn = byte + 97;
    }
    if (length > 0) pairs.add(pairOf(last, after));
    return bytes;
  };
}

const anyByte = Array.from({ length: 256 }, (_, byte) => byte);
const pairOf = (one = 0, other = 0) => one * 256 + other;
