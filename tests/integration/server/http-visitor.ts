/** A visitor with a plain HTTP client, which follows a redirect only where a test says so. */
export interface HttpVisitor {
  get(path: string, headers?: Record<string, string>): Promise<HttpAnswer>;
  /** Where an answer's redirects lead, a page that is shown. */
  follow(answer: HttpAnswer): Promise<HttpAnswer>;
  /** Sends a form as a browser of today does; `old` as one that says neither Origin nor Sec-Fetch-Site. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<HttpAnswer>;
  old: { post: HttpVisitor["post"] };
  cookies: Map<string, string>;
}

export interface HttpAnswer {
  /** The address that was asked for, without the site's origin. */
  path: string;
  status: number;
  headers: Headers;
  /** Where a redirect leads, without the site's origin. */
  location: string | undefined;
  body: string;
}

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** The limits count by it; those of a worker's visitors are all different, since they may be the same site's. */
function newAddress(): string {
  visitors += 1;
  return `100.${64 + (visitors >> 16)}.${(visitors >> 8) % 256}.${visitors % 256}`;
}

let visitors = 0;

/**
 * Of a client address of their own, where the site trusts a proxy to name it.
 *
 * @param site as `startVelvetgate` gives it
 * @param headers of every request, a language say
 * @param keepsCookies false for a browser that drops all cookies
 */
export function newHttpVisitor(
  site: { origin: string; url(path: string): string },
  headers: Record<string, string> = {},
  keepsCookies = true,
): HttpVisitor {
  const cookies = new Map<string, string>();
  const address = newAddress();

  async function send(path: string, init: RequestInit, more: Record<string, string>): Promise<HttpAnswer> {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(site.url(path), {
      ...init,
      redirect: "manual",
      headers: {
        Accept: "text/html",
        "User-Agent": browser,
        "X-Forwarded-For": address,
        ...headers,
        ...(cookie && { Cookie: cookie }),
        ...more,
      },
    });
    for (const line of keepsCookies ? response.headers.getSetCookie() : []) keep(line);
    const location = response.headers.get("Location")?.replace(site.origin, "");
    return {
      path,
      status: response.status,
      headers: response.headers,
      location,
      body: await response.text(),
    };
  }

  function keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const at = pair.indexOf("=");
    if (attributes.includes("Max-Age=0")) cookies.delete(pair.slice(0, at));
    else cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }

  const get: HttpVisitor["get"] = (path, more = {}) => send(path, {}, more);

  const post: HttpVisitor["post"] = async (path, fields, more = {}) => {
    // The login takes no form from a browser that has not kept the cookies of its page.
    if (keepsCookies && cookies.size === 0 && path.endsWith("/login")) await get(path);
    return send(path, { method: "POST", body: new URLSearchParams(fields) }, more);
  };

  return {
    cookies,
    get,
    async follow(answer) {
      let shown = answer;
      while (shown.location !== undefined) shown = await get(shown.location);
      return shown;
    },
    post: (path, fields, more = {}) => post(path, fields, { Origin: site.origin, ...more }),
    old: { post },
  };
}

/** The value of a page's hidden field. */
export function hiddenField(html: string, name: string): string {
  return new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
}

/** What a visitor types, with what the opened form carries along. */
export function filledForm(html: string, email: string): Record<string, string> {
  return {
    formToken: hiddenField(html, "formToken"),
    legalTexts: hiddenField(html, "legalTexts"),
    gender: "FEMALE",
    firstname: "Zoë",
    lastname: "Berg",
    email,
    country: "DE",
    terms: "on",
  };
}
