import { whyBuild } from "../../scripts/prepare.mjs";

let isBuilt = false;

/** Throws unless build/ was made of the sources as they are: a test of an older one says nothing. */
export function expectBuilt(): void {
  isBuilt ||= whyBuild() === undefined;
  if (!isBuilt) throw new Error(`This test needs the build, and ${whyBuild() ?? ""}: npm run build`);
}
