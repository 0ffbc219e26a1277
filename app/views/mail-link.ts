/**
 * The address of a new e-mail with its text written (RFC 6068, section 2). Lines end as mails end them; an address to
 * write to is left for the visitor to choose.
 */
export function mailLink({ subject, body }: { subject: string; body: string }): string {
  return `mailto:?subject=${encoded(subject)}&body=${encoded(body.replaceAll(/\r?\n/g, "\r\n"))}`;
}

/** Half a character, which an acq may send in a name, has no encoding. */
function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\ufffd"));
}
