import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { createPageHandler } from "~/server/remix/page-handlers.server";

const routePaths = [
  ...["registration/deny", ":slug?", "products/:product", "info/:page", "*"].flatMap((path) => [
    path,
    `de/${path}`,
  ]),
  "robots.txt",
  "acquisition/error/404",
];

/** Returns a build of the site in which every page answers with the name of its route and its path parameters. */
function createBuild(basename: string): ServerBuild {
  const response =
    (id: string) =>
    ({ params }: { params: object }) =>
      Response.json({ id, params });
  const pages = routePaths.map((path) => ({
    id: path,
    path,
    parentId: "root",
    caseSensitive: true,
    module: { loader: response(path), default: undefined },
  }));
  const rootRoute = { id: "root", path: "", module: { default: () => null } };
  return {
    mode: "production",
    basename,
    entry: { module: { default: () => new Response("drawn"), handleError: () => undefined } },
    routes: Object.fromEntries([rootRoute, ...pages].map((route) => [route.id, route])),
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_singleFetch: true,
      v3_lazyRouteDiscovery: true,
    },
    isSpaMode: false,
  };
}

describe.each(["/", "/club"])("page handlers under the base path '%s'", (basename) => {
  const handleByBuild = createRequestHandler(createBuild(basename), "production");
  const handleByPage = createPageHandler(createBuild(basename), "production");
  it.each([
    "",
    "/",
    "/promo",
    "/de",
    "/de/",
    "/de/promo",
    "/DE",
    "/de/registration/deny",
    "/registration/deny/",
    "/Registration/deny",
    "/de/nowhere/at/all",
    "/nowhere/at/all",
    "/products/quillane",
    "/products",
    "/%64e/registration/deny",
    "/de/%70romo",
    "/de/info/terms",
    "/fr/registration/deny",
    "/fr",
    "/en/x/y",
    "/robots.txt",
    "/acquisition/error/404",
    "/_root.data",
    "/de.data",
    "/__manifest?p=/de&version=1",
  ])("respond to '%s' with the same status and body as Remix's handler for all routes", async (path) => {
    const request = () => new Request(`https://club.example${basename === "/" ? "" : basename}${path}`);
    const [expected, actual] = await Promise.all([handleByBuild(request()), handleByPage(request())]);
    expect(actual.status).toBe(expected.status);
    expect(await actual.text()).toBe(await expected.text());
  });
});
