/** Whether a path's last part is named like a file: nobody reads a page there, so the answer is plain. */
export function isAssetPath(path: string): boolean {
  return /\.[A-Za-z0-9]+$/.test(path);
}
