/**
 * Returns true if an Accept header allows an HTML page (RFC 9110, section 12.5.1). Browsers always allow one for pages.
 */
export function wantsHtml(accept: string | undefined): boolean {
  return accept === undefined || /text\/(?:html|\*)|\*\/\*/.test(accept);
}
