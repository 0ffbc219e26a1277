/** Changes that browsers and their extensions make to documents, as functions that run in the page. */
export const documentChanges = {
  "an element at the end of the document (writing assistants)": () => {
    document.documentElement.append(document.createElement("foreign-element"));
  },
  "a style first in the head (dark-mode extensions)": () => {
    const style = document.createElement("style");
    style.className = "foreign";
    document.head.prepend(style);
    for (const stylesheet of document.querySelectorAll("link[rel=stylesheet], style:not(.foreign)"))
      stylesheet.after(Object.assign(document.createElement("style"), { className: "foreign" }));
  },
  "an element first in the body (toolbars)": () => {
    document.body.prepend(document.createElement("foreign-element"));
  },
  "an element first in each form and after each field (password managers)": () => {
    for (const form of document.forms) form.prepend(document.createElement("foreign-element"));
    for (const field of document.querySelectorAll("input:not([type=hidden]), select"))
      field.after(document.createElement("foreign-element"));
  },
  "every text wrapped (translation)": () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const textNodes: Text[] = [];
    while (walker.nextNode())
      if (walker.currentNode instanceof Text && walker.currentNode.data.trim() !== "")
        textNodes.push(walker.currentNode);
    for (const text of textNodes) {
      if (text.parentElement?.closest("script, style")) continue;
      const outerElement = document.createElement("foreign-element");
      const innerElement = document.createElement("foreign-element");
      text.replaceWith(outerElement);
      outerElement.append(innerElement);
      innerElement.append(text);
    }
  },
  "a changed word in each text (word replacers)": () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: text } = walker;
      if (text instanceof Text && !text.parentElement?.closest("script, style"))
        text.data = text.data.replaceAll("e", "3");
    }
  },
} satisfies Record<string, () => void>;

/** Returns a script that runs `change` once the document is parsed, before any script of the site runs. */
export function atDomContentLoaded(applyChange: () => void): string {
  return `addEventListener("DOMContentLoaded", ${applyChange.toString()})`;
}

/**
 * Runs in the page, and returns the state that hydration must preserve. The state consists of styles, typed text,
 * focus, scroll position, and nodes of extensions.
 */
export function readPage() {
  const activeElement = document.activeElement;
  return {
    typed: [...document.querySelectorAll("input, select")].map((field) =>
      field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : "",
    ),
    focused: [activeElement?.tagName, activeElement?.getAttribute("name"), activeElement?.id],
    scrollY,
    styles: [...document.querySelectorAll("body, main, h1, main button")].map((element) => {
      const { fontFamily, color, backgroundColor } = getComputedStyle(element);
      return [element.tagName, fontFamily, color, backgroundColor, element.getBoundingClientRect().top];
    }),
    foreign: document.querySelectorAll("foreign-element, .foreign").length,
    texts: document.body.innerText,
  };
}
