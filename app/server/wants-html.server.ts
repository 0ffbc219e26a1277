/** Returns whether an Accept header allows an HTML page, as that of each browser does (RFC 9110, section 12.5.1). */
export function wantsHtml(accept: string | undefined): boolean {
  return accept === undefined || /text\/(?:html|\*)|\*\/\*/.test(accept);
}
