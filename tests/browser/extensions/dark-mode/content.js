// Imitates dark-mode extensions: adds a style at the start of the head, and one after each style sheet as soon as it
// appears.
function darkenStyleSheet(sheet) {
  const style = document.createElement("style");
  style.className = "foreign";
  style.textContent = "main { outline: 3px solid rgb(1, 2, 3) }";
  sheet.after(style);
}

new MutationObserver((mutationRecords) => {
  for (const { addedNodes } of mutationRecords)
    for (const node of addedNodes) {
      if (node.nodeName === "HEAD") {
        const style = document.createElement("style");
        style.className = "foreign";
        node.prepend(style);
      }
      if (node instanceof Element && node.matches("link[rel=stylesheet], style:not(.foreign)"))
        darkenStyleSheet(node);
    }
}).observe(document, { childList: true, subtree: true });
