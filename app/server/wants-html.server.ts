/** Returns true if an Accept header allows an HTML page. That of every browser does (RFC 9110, section 12.5.1). */
export function wantsHtml(accept: string | undefined): boolean {
  return accept === undefined || /text\/(?:html|\*)|\*\/\*/.test(accept);
}
