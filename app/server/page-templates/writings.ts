/** How a text is written in a document: as it is, as React prints it, as JSON in a data block, and as JSON within that. */
export type Writing = "plain" | "html" | "json" | "json-in-json";

const quotationMarks: Record<string, Writing> = {
  '"': "plain",
  "&quot;": "html",
  [String.raw`\"`]: "json",
  [String.raw`\\\"`]: "json-in-json",
};

/** @param quotationMark as it stands in the document */
export function writingOf(quotationMark: string): Writing {
  return quotationMarks[quotationMark] ?? "plain";
}

export function wordIn(writing: Writing, text: string): string {
  switch (writing) {
    case "plain":
      return text;
    case "html":
      return printed(text);
    case "json":
      return inScript(withinQuotes(text));
    case "json-in-json":
      return inScript(withinQuotes(withinQuotes(text)));
  }
}

const escapes: Record<string, string> = {
  ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" },
  "\0": "",
};

/** As the server draws a text or the value of an attribute, without NUL. */
function printed(text: string): string {
  return text.replaceAll(/[&<>"'\0]/g, (character) => escapes[character] ?? "");
}

const withinQuotes = (text: string) => JSON.stringify(text).slice(1, -1);
const inScript = (json: string) => json.replaceAll("<", String.raw`\u003c`);
