/** @param build - the path of the build's folder; the project's own build if undefined */
export function uploadSourceMaps(release: string, build?: string): Promise<void>;
export const uploads: boolean;
