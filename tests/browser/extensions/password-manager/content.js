// Imitates password managers: adds an element at the start of each form, an icon after each field, and an overlay after
// the body.
for (const form of document.forms) form.prepend(document.createElement("foreign-element"));
for (const field of document.querySelectorAll("input:not([type=hidden]), select")) {
  field.dataset.foreign = "";
  field.after(document.createElement("foreign-element"));
}
document.documentElement.append(document.createElement("foreign-element"));
