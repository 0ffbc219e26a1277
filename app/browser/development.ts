const storageKey = "typed-before-reload";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Keeps typed text when an edit of the source reloads the page. Development pages load this file, which also connects
 * to Vite; the build does not contain it.
 */
function restoreTypedText(): void {
  const inputByKey = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as Partial<
    Record<string, string | boolean>
  >;
  sessionStorage.removeItem(storageKey);
  for (const field of findFields()) {
    const input = inputByKey[createFieldKey(field)];
    if (typeof input === "string") field.value = input;
    else if (input !== undefined && isCheckable(field)) field.checked = input;
  }
  import.meta.hot?.on("vite:beforeFullReload", () => {
    const inputs = findFields().map((field) => [
      createFieldKey(field),
      isCheckable(field) ? field.checked : field.value,
    ]);
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(inputs)));
  });
}

function findFields(): Field[] {
  return [
    ...document.querySelectorAll<Field>(
      "input:not([type=hidden], [type=submit], [type=password]), select, textarea",
    ),
  ];
}

function isCheckable(field: Field): field is HTMLInputElement {
  return field.type === "radio" || field.type === "checkbox";
}

/** Returns the storage key of a field. Radio buttons of a group share a name, so their key also contains the value. */
function createFieldKey(field: Field): string {
  return isCheckable(field) ? `${field.name} ${field.value}` : field.name;
}

restoreTypedText();
