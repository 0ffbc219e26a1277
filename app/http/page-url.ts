/** What was asked for: a page, or in the browser's script a page's data alone. */
export interface AskedFor {
  /** The page's path below the base path, with its query. */
  url: string;
  isData: boolean;
}

/**
 * A page's own address, out of the one that was asked: Remix's script asks for the data of `/de?rc=X` as
 * `/de.data?rc=X&_routes=…`, and for those of `/` as `/_root.data`.
 */
export function askedFor(url: string): AskedFor {
  const [path = "/", ...query] = url.split("?");
  if (!path.endsWith(".data")) return { url, isData: false };
  const page = path === "/_root.data" ? "/" : path.slice(0, -".data".length);
  const kept = query
    .join("?")
    .split("&")
    .filter((pair) => pair !== "" && !pair.startsWith("_routes="));
  return { url: kept.length > 0 ? `${page}?${kept.join("&")}` : page, isData: true };
}
