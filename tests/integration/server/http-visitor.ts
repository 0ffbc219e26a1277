/** A visitor with a plain HTTP client, which follows a redirect only on request. */
export interface HttpVisitor {
  get(path: string, headers?: Record<string, string>): Promise<HttpResponse>;
  /** Follows redirects, and returns the first response that is not a redirect. */
  followRedirect(response: HttpResponse): Promise<HttpResponse>;
  /**
   * Submits a form as a current browser does. `oldBrowser.post` sends neither Origin nor Sec-Fetch-Site, like an old
   * browser.
   */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<HttpResponse>;
  oldBrowser: { post: HttpVisitor["post"] };
  cookies: Map<string, string>;
}

export interface HttpResponse {
  /** The path of the request, without the site's origin. */
  path: string;
  status: number;
  headers: Headers;
  /** The target of a redirect, without the site's origin. */
  location: string | undefined;
  body: string;
}

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/**
 * Returns a client IP address that no other visitor has. Limits count by IP address, and the tests of a worker may
 * share a site.
 */
function createClientIpAddress(): string {
  visitors += 1;
  return `100.${64 + (visitors >> 16)}.${(visitors >> 8) % 256}.${visitors % 256}`;
}

let visitors = 0;

/**
 * Creates a visitor with its own client address, which takes effect if the site trusts X-Forwarded-For.
 *
 * @param site - as returned by `startVelvetgate`
 * @param headers - headers of every request, for example a language
 * @param keepsCookies - false for a browser that drops all cookies
 */
export function createHttpVisitor(
  site: { origin: string; url(path: string): string },
  headers: Record<string, string> = {},
  keepsCookies = true,
): HttpVisitor {
  const cookies = new Map<string, string>();
  const clientAddress = createClientIpAddress();

  async function send(
    path: string,
    init: RequestInit,
    extraHeaders: Record<string, string>,
  ): Promise<HttpResponse> {
    const cookie = [...cookies].map((cookiePair) => cookiePair.join("=")).join("; ");
    const response = await fetch(site.url(path), {
      ...init,
      redirect: "manual",
      headers: {
        Accept: "text/html",
        "User-Agent": browser,
        "X-Forwarded-For": clientAddress,
        ...headers,
        ...(cookie && { Cookie: cookie }),
        ...extraHeaders,
      },
    });
    for (const line of keepsCookies ? response.headers.getSetCookie() : []) storeCookie(line);
    const location = response.headers.get("Location")?.replace(site.origin, "");
    return {
      path,
      status: response.status,
      headers: response.headers,
      location,
      body: await response.text(),
    };
  }

  function storeCookie(line: string): void {
    const [cookiePair = "", ...attributes] = line.split("; ");
    const separatorIndex = cookiePair.indexOf("=");
    if (attributes.includes("Max-Age=0")) cookies.delete(cookiePair.slice(0, separatorIndex));
    else cookies.set(cookiePair.slice(0, separatorIndex), cookiePair.slice(separatorIndex + 1));
  }

  const get: HttpVisitor["get"] = (path, extraHeaders = {}) => send(path, {}, extraHeaders);

  const post: HttpVisitor["post"] = async (path, fields, extraHeaders = {}) => {
    // Opens the login page first: the site rejects a sign-in without a cookie that this page sets.
    if (keepsCookies && cookies.size === 0 && path.endsWith("/login")) await get(path);
    return send(path, { method: "POST", body: new URLSearchParams(fields) }, extraHeaders);
  };

  return {
    cookies,
    get,
    async followRedirect(response) {
      let currentPage = response;
      while (currentPage.location !== undefined) currentPage = await get(currentPage.location);
      return currentPage;
    },
    post: (path, fields, extraHeaders = {}) => post(path, fields, { Origin: site.origin, ...extraHeaders }),
    oldBrowser: { post },
  };
}

/** Returns the value of a page's hidden field. */
export function readHiddenField(html: string, name: string): string {
  return new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
}

/** Returns the typed values, together with the hidden fields of the form on the opened page. */
export function filledForm(html: string, email: string): Record<string, string> {
  return {
    formToken: readHiddenField(html, "formToken"),
    legalTexts: readHiddenField(html, "legalTexts"),
    gender: "FEMALE",
    firstname: "Zoë",
    lastname: "Berg",
    email,
    country: "DE",
    terms: "on",
  };
}
