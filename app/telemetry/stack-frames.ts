/** As much of Sentry's stacks as is changed here. */
interface Exceptions {
  values?: { stacktrace?: { frames?: { filename?: string; abs_path?: string }[] } }[];
}

/**
 * Names files by their place in the build, `app:///assets/x.js`: neither the machine nor the base path is in a report,
 * and the source maps are uploaded under the same names (scripts/upload-source-maps.mjs).
 */
export function ofTheBuild<Given extends Exceptions>(exceptions: Given): Given {
  for (const { stacktrace } of exceptions.values ?? [])
    for (const frame of stacktrace?.frames ?? []) {
      delete frame.abs_path;
      if (frame.filename !== undefined) frame.filename = nameInBuild(frame.filename);
    }
  return exceptions;
}

export function nameInBuild(file: string): string {
  const [path = ""] = file.split(/[?#]/, 1);
  if (/^(?:node:|native|<|\[)/.test(path)) return path;
  const [, inBuild] = /(?:^|\/)(?:build\/(?:client\/)?|(?=assets\/))(.*)$/.exec(path) ?? [];
  return `app:///${inBuild ?? path.replace(/^.*\/(?=node_modules\/)/, "").replace(/^(?!node_modules).*\//, "")}`;
}
