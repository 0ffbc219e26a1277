/** Returns the size of an AVIF picture in pixels, from its "image spatial extents" property (ISO/IEC 23008-12). */
export function readAvifSize(file: Buffer): { width: number; height: number } {
  // The name of the property, its version and flags, the width, and the height have four bytes each.
  const nameOffset = file.indexOf("ispe");
  return { width: file.readUInt32BE(nameOffset + 8), height: file.readUInt32BE(nameOffset + 12) };
}
