const readMs = 6000;

/**
 * Says something politely, in the footer's place for that (layouts/privacy-choices.tsx).
 *
 * @param look the class that it is seen with, or hidden by
 */
export function announce(text: string, look: "toast" | "visually-hidden"): void {
  const saying = document.createElement("p");
  saying.className = look;
  saying.textContent = text;
  document.getElementById("privacy-said")?.append(saying);
  setTimeout(() => saying.remove(), readMs);
}
