import { request } from "node:http";
import { pipeline } from "node:stream";

const isRepeatable = ({ method }) => method === "GET" || method === "HEAD";

/**
 * Forwards a request to the server, and the server's response to the browser.
 *
 * @param onServerLost - called when the server ends before it answers
 */
export function forwardRequest(req, res, { port, onServerLost }) {
  const { method, url: path, headers } = req;
  const target = { host: "127.0.0.1", port, method, path, headers, agent: false };
  const upstreamRequest = request(target, (upstreamResponse) => {
    // Drops the server's Connection header, so that the browser's connection stays open.
    const { connection: _, ...responseHeaders } = upstreamResponse.headers;
    res.writeHead(upstreamResponse.statusCode, responseHeaders);
    pipeline(upstreamResponse, res, () => undefined);
  });
  upstreamRequest.once("error", () => {
    if (res.headersSent || res.destroyed) res.destroy();
    else onServerLost(isRepeatable(req));
  });
  res.once("close", () => upstreamRequest.destroy());
  // A request with a body cannot be repeated, because its body can be read only once.
  if (isRepeatable(req)) upstreamRequest.end();
  else req.pipe(upstreamRequest);
}

/** Answers with the error message of a site that does not start. The page reloads when an edit has fixed the error. */
export function sendFailure(res, failure) {
  const text = failure.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  res.writeHead(500, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" });
  res.end(
    `<!doctype html><title>Error</title><pre>${text}</pre><script type="module" src="/@vite/client"></script>`,
  );
}
