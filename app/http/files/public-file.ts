/** A small text of the site itself, the same for everybody, good for an hour. */
export function publicFile(text: string, type: string): Response {
  return new Response(text, { headers: { "Content-Type": type, "Cache-Control": "public, max-age=3600" } });
}
