const place = "typed-before-reload";

/**
 * In development an edited text loads the page anew; what was typed is put back, as the browser does it by itself where
 * a page may be stored. No part of the build.
 */
export function keepTypedText(hot: NonNullable<ImportMeta["hot"]>): void {
  hot.on("vite:beforeFullReload", () => {
    sessionStorage.setItem(place, JSON.stringify(textFields().map(({ value }) => value)));
  });
  const saved: unknown = JSON.parse(sessionStorage.getItem(place) ?? "[]");
  sessionStorage.removeItem(place);
  if (!Array.isArray(saved)) return;
  for (const [index, field] of textFields().entries()) {
    const value: unknown = saved[index];
    if (typeof value === "string") field.value = value;
  }
}

function textFields(): (HTMLInputElement | HTMLSelectElement)[] {
  return [
    ...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      "input:not([type=hidden], [type=checkbox], [type=radio], [type=submit]), select",
    ),
  ];
}
