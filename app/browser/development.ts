const storageKey = "typed-before-reload";

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Keeps typed text when an edit of the source reloads the page. Development pages load this file, which also connects
 * to Vite; the build does not contain it.
 */
function restoreTypedText(): void {
  const savedValueByKey = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as Partial<
    Record<string, string | boolean>
  >;
  sessionStorage.removeItem(storageKey);
  for (const formField of findFormFields()) {
    const savedValue = savedValueByKey[createFieldKey(formField)];
    if (typeof savedValue === "string") formField.value = savedValue;
    else if (savedValue !== undefined && isCheckable(formField)) formField.checked = savedValue;
  }
  import.meta.hot?.on("vite:beforeFullReload", () => {
    const valueEntries = findFormFields().map((formField) => [
      createFieldKey(formField),
      isCheckable(formField) ? formField.checked : formField.value,
    ]);
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(valueEntries)));
  });
}

function findFormFields(): FormField[] {
  return [
    ...document.querySelectorAll<FormField>(
      "input:not([type=hidden], [type=submit], [type=password]), select, textarea",
    ),
  ];
}

function isCheckable(formField: FormField): formField is HTMLInputElement {
  return formField.type === "radio" || formField.type === "checkbox";
}

/** Returns the storage key of a field. Radio buttons of a group share a name, so their key also contains the value. */
function createFieldKey(formField: FormField): string {
  return isCheckable(formField) ? `${formField.name} ${formField.value}` : formField.name;
}

restoreTypedText();
