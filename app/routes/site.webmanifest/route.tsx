import type { LoaderFunctionArgs } from "@remix-run/node";
import { getRequestContext } from "~/request/context.server";
import { createPublicFileResponse } from "~/request/replies.server";

const nearBlack = "#0c0b0a";

/** Returns the web app manifest (W3C Web Application Manifest). */
export function loader(args: LoaderFunctionArgs) {
  const { brand, basePath } = getRequestContext(args).config;
  const manifest = {
    name: brand,
    short_name: brand,
    start_url: `${basePath}/`,
    scope: `${basePath}/`,
    display: "browser",
    background_color: nearBlack,
    theme_color: nearBlack,
    icons: [
      { src: `${basePath}/icon.svg`, sizes: "any", type: "image/svg+xml" },
      { src: `${basePath}/icon-192.png`, sizes: "192x192", type: "image/png" },
      { src: `${basePath}/icon-512.png`, sizes: "512x512", type: "image/png" },
    ],
  };
  return createPublicFileResponse(JSON.stringify(manifest), "application/manifest+json; charset=utf-8");
}
