// Imitates dark-mode extensions: adds a style at the start of the head, and one after each style sheet as soon as it
// appears.
function darken(sheet) {
  const style = document.createElement("style");
  style.className = "foreign";
  style.textContent = "main { outline: 3px solid rgb(1, 2, 3) }";
  sheet.after(style);
}

new MutationObserver((records) => {
  for (const { addedNodes } of records)
    for (const node of addedNodes) {
      if (node.nodeName === "HEAD") {
        const style = document.createElement("style");
        style.className = "foreign";
        node.prepend(style);
      }
      if (node instanceof Element && node.matches("link[rel=stylesheet], style:not(.foreign)")) darken(node);
    }
}).observe(document, { childList: true, subtree: true });
