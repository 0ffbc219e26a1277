/** Nothing to follow: 204 tells the browser's EventSource not to come back (HTML, section 9.2). */
export function loader() {
  return new Response(null, { status: 204 });
}
