// The fastest possible server with Node: an http server that sends stored responses. The responses are a copy of the
// site's pages and files with all headers, without scripts.
import { createServer, get, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { pathByVisit, visitorHeaders } from "./visits";

interface PreparedPage {
  status: number;
  headers: Record<string, string | number>;
  body: Buffer;
}

const [origin = "", port = ""] = process.argv.slice(2);
const preparedPages = new Map<string, PreparedPage>();
for (const path of Object.values(pathByVisit)) preparedPages.set(path, await preparePage(path));

// Exits when the measuring process exits, even if that process crashes.
process.once("disconnect", () => process.exit());

createServer((request, response) => {
  const preparedPage = preparedPages.get(request.url ?? "");
  if (preparedPage) {
    response.writeHead(preparedPage.status, preparedPage.headers);
    response.end(preparedPage.body);
    return;
  }
  const path = request.url ?? "/";
  void preparePage(path).then((answer) => {
    preparedPages.set(path, answer);
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  });
}).listen(Number(port), "127.0.0.1", () => process.send?.("ready"));

async function preparePage(path: string): Promise<PreparedPage> {
  if (path.split("?", 1).join("").endsWith(".js")) return { status: 404, headers: {}, body: Buffer.of() };
  const { status, headers, body } = await requestPage(path);
  return { status, headers: { ...filterHeaders(headers), "content-length": body.length }, body };
}

/** Returns the headers that do not depend on the time or the visitor. */
function filterHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const omittedHeaders = /^(?:date|connection|keep-alive|content-length|set-cookie)$/;
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || omittedHeaders.test(name) ? [] : [[name, String(value)]],
    ),
  );
}

function requestPage(path: string): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = get(`${origin}${path}`, { headers: visitorHeaders, agent: false }, (response) => {
      const { statusCode: status = 500, headers } = response;
      buffer(response).then((body) => resolve({ status, headers, body }), reject);
    });
    request.once("error", reject);
  });
}
