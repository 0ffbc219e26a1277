/**
 * JSON as graphql-request reads and writes it, whose texts can be sent on as UTF-8: half a surrogate pair, which JSON
 * can say (RFC 8259, section 8.2), would end in an error where a text becomes part of a cookie or an address.
 */
export const answerJson = {
  parse(text: string): unknown {
    // Without such an escape there is none.
    return JSON.parse(text, /\\ud[89a-f]/i.test(text) ? wellFormed : undefined);
  },
  stringify: (value: unknown): string => JSON.stringify(value),
};

function wellFormed(_name: string, value: unknown): unknown {
  return typeof value === "string" ? Buffer.from(value).toString() : value;
}
