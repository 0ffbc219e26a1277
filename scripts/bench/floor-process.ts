// The fastest possible personalized page with Node: an http server with only the work that the form page needs.
// For each page it makes two parallel acq calls, seals a cookie, signs a token, and creates a nonce. Then it fills in
// the page and compresses it with brotli level 4. The page and its headers are a copy of the site's.
import { createCipheriv, createHmac, randomBytes, randomUUID } from "node:crypto";
import { Agent, createServer, get, request as ask, type IncomingHttpHeaders } from "node:http";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { buffer, text } from "node:stream/consumers";
import { pathByVisit, visitorHeaders } from "./visits";

const [origin = "", acqUrl = "", port = ""] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const [sealKey, signKey] = [randomBytes(32), randomBytes(32)];
const { headers, page } = await fetchSitePage();
const nonce = /'nonce-([\w-]+)'/.exec(String(headers["content-security-policy"]))?.[1] ?? "";
const token = /name="formToken" value="([^"]+)"/.exec(page)?.[1] ?? "";
/**
 * The page, split at its values. Elements at even indexes are text; those at odd indexes are a nonce, token, code or
 * inviter.
 */
const pageTemplateParts = page.split(new RegExp(`(${[nonce, token, "WELCOME", "Anna"].join("|")})`));
const cspParts = String(headers["content-security-policy"]).split(nonce);
const omittedHeaders = /^(?:content-security-policy|content-length|set-cookie|date|connection|keep-alive)$/;
const sharedHeaders = Object.entries(headers).flatMap(([name, value]) =>
  omittedHeaders.test(name) ? [] : [name, String(value)],
);

const codeCheckQuery = `query checkRegistrationCode($registrationCode: String!, $validityTimestamp: String) {
  registrationCodeDetails(registrationCode: $registrationCode, validityTimestamp: $validityTimestamp) {
    errors errorDetails { type error } invitorName countryOptions { isoCode termsPkString dataPolicyPkString }
  }
}`;
const countryQuery = "query countryDetails { countryDetails { country } }";

// Exits when the measuring process exits, even if that process crashes.
process.once("disconnect", () => process.exit());

createServer((req, res) => {
  void createResponse(req.url ?? "/").then(({ head, body }) => {
    res.writeHead(200, head);
    res.end(body);
  });
}).listen(Number(port), "127.0.0.1", () => process.send?.("ready"));

async function createResponse(url: string): Promise<{ head: string[]; body: Buffer }> {
  const { searchParams } = new URL(url, origin);
  const code = searchParams.get("rc") ?? "";
  const variables = { registrationCode: code, validityTimestamp: searchParams.get("vt") };
  const sessionId = randomUUID();
  const [codeData, countryData] = await Promise.all([
    fetchAcq("checkRegistrationCode", codeCheckQuery, variables, sessionId),
    fetchAcq("countryDetails", countryQuery, {}, sessionId),
  ]);
  const inviter = String(asRecord(codeData["registrationCodeDetails"])["invitorName"]);
  const { country } = asRecord(countryData["countryDetails"]);
  const draft = encryptValue({
    registrationCode: code,
    inviter,
    country,
    sourcePath: "/registration/formstarted",
  });
  const newFormToken = signToken({
    formId: randomUUID(),
    sid: sessionId,
    renderedAt: Date.now(),
    code,
    inviter,
  });
  const newCspNonce = randomBytes(16).toString("base64url");
  const slotValues: Record<string, string> = {
    [nonce]: newCspNonce,
    [token]: newFormToken,
    WELCOME: code,
    Anna: inviter,
  };
  const html = pageTemplateParts
    .map((part, index) => (index % 2 === 0 ? part : escapeHtml(slotValues[part] ?? "")))
    .join("");
  const bytes = Buffer.from(html);
  const body = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  const pageHeaders = [
    "content-security-policy",
    cspParts.join(newCspNonce),
    "content-length",
    String(body.length),
  ];
  const cookies = [
    `sid=${sessionId}; Path=/; HttpOnly; SameSite=Lax`,
    `draft=${draft}; Path=/; HttpOnly; SameSite=Lax`,
  ];
  return {
    head: [...sharedHeaders, ...pageHeaders, ...cookies.flatMap((cookie) => ["set-cookie", cookie])],
    body,
  };
}

function fetchAcq(
  operationName: string,
  query: string,
  variables: object,
  sessionId: string,
): Promise<Record<string, unknown>> {
  const body = JSON.stringify({ operationName, query, variables });
  const head = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "X-Correlation-Id": `acq-frontend-${randomUUID()}`,
    "X-Session-Id": sessionId,
    "X-Source-Page": "/registration/formstarted",
    "X-Forwarded-For": "127.0.0.1",
  };
  return new Promise((resolve, reject) => {
    const request = ask(acqUrl, { method: "POST", agent, headers: head }, (response) => {
      text(response).then((json) => {
        resolve(asRecord(asRecord(JSON.parse(json))["data"]));
      }, reject);
    });
    request.once("error", reject);
    request.end(body);
  });
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function encryptValue(value: object): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", sealKey, iv);
  const ciphertext = Buffer.concat([
    cipher.update(JSON.stringify(value)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return `${iv.toString("base64url")}.${ciphertext.toString("base64url")}`;
}

function signToken(value: object): string {
  const claims = Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${claims}.${createHmac("sha256", signKey).update(claims).digest("base64url")}`;
}

function escapeHtml(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function fetchSitePage(): Promise<{ headers: IncomingHttpHeaders; page: string }> {
  return new Promise((resolve, reject) => {
    const request = get(
      `${origin}${pathByVisit.form}`,
      { headers: visitorHeaders, agent: false },
      (response) => {
        buffer(response).then((body) => {
          resolve({ headers: response.headers, page: brotliDecompressSync(body).toString() });
        }, reject);
      },
    );
    request.once("error", reject);
  });
}
