import latin from "~/ui/fonts/playfair-latin.woff2?url";
import latinExtended from "~/ui/fonts/playfair-latin-ext.woff2?url";
import everyPage from "./critical.css?inline";
import gate from "./gate.css?inline";
import layouts from "./layouts.css?inline";

/**
 * The styles of every first screen, which each document carries with it. The display face is named here and not in
 * a file that comes later: a face that is known only after the first paint would shift what was painted.
 *
 * @param base the base path, under which the fonts lie
 * @param isLanding the gate is the landing page's; the layouts are those of all others
 * @param sparing for who saves data: the words are the same in a face that is there already
 */
export function criticalStyles(base: string, sparing: boolean, isLanding: boolean): string {
  const styles = everyPage + (isLanding ? gate : layouts);
  if (sparing) return styles;
  return (
    face(`${base}${latin}`, "U+20-7E,U+A0-FF,U+152,U+153,U+178,U+2010-203A,U+20AC,U+2192,U+2212") +
    face(`${base}${latinExtended}`, "U+104-107,U+118,U+119,U+141-144,U+15A,U+15B,U+179-17C") +
    styles
  );
}

function face(url: string, range: string): string {
  return `@font-face{font-family:"Velvet Display";src:url(${url})format("woff2");font-display:optional;unicode-range:${range}}`;
}
