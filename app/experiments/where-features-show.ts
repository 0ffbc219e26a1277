import { isLandingPath } from "~/http/landing-slug";

/**
 * The pages that features decide of: the landing page and the registration's form. Only there is anybody put into an
 * experiment; elsewhere it would count people who saw nothing of it.
 *
 * @param path below base path and prefix
 */
export function showsFeatures(path: string): boolean {
  return isLandingPath(path) || path.startsWith("/registration/form");
}
