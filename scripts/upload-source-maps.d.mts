/** @param build - the folder of the build; the project's own if not given */
export function uploadSourceMaps(release: string, build?: string): Promise<void>;
export const uploads: boolean;
