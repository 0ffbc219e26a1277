import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressibleFilePattern = /\.(?:js|css|svg|json|txt)$/;
const compress = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Compresses the browser's files as far as possible, so that the server does not compress a file for each request. */
export async function compressFiles(folder) {
  const compressibleFiles = readdirSync(folder, { recursive: true }).filter((file) =>
    compressibleFilePattern.test(file),
  );
  for (const file of compressibleFiles) {
    const path = join(folder, file);
    const bytes = readFileSync(path);
    const compressorBySuffix = {
      br: await compress.br(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
      gz: await compress.gz(bytes, { level: constants.Z_BEST_COMPRESSION }),
    };
    for (const [ending, content] of Object.entries(compressorBySuffix))
      if (content.length < bytes.length) writeFileSync(`${path}.${ending}`, content);
  }
}
