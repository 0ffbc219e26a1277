import { existsSync, readFileSync } from "node:fs";

/**
 * Returns the anchors of a document's headings, as GitHub generates them. Returns no anchors if there is no such
 * document.
 */
export function listAnchors(file: string): string[] {
  const headingMatches = existsSync(file) ? readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm) : [];
  return [...headingMatches].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
}
