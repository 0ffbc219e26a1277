const made = ["/robots.txt", "/sitemap.xml", "/site.webmanifest"];

/**
 * Whether a path below the base path is named like a file and no route makes it: nobody reads a page there, so
 * the answer is plain. Remix's own data requests end in `.data`.
 */
export function isAssetPath(path: string): boolean {
  return /\.(?!data$)[A-Za-z0-9]+$/.test(path) && !made.includes(path);
}
