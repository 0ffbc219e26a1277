/** @param build the folder that the build has written; the project's own if not given */
export function uploadSourceMaps(release: string, build?: string): Promise<void>;
export const uploads: boolean;
