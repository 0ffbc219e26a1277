import { findBuildReason } from "../../scripts/prepare.mjs";

let isBuilt = false;

/** Throws unless build/ is up to date with the sources, since the test of an old build proves nothing. */
export function expectSiteIsBuilt(): void {
  isBuilt ||= findBuildReason() === undefined;
  if (!isBuilt) throw new Error(`This test needs the build, and ${findBuildReason() ?? ""}: npm run build`);
}
