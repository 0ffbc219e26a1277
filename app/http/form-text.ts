/** A form's field as text; "" for one that is not there. Forms of ours send no files. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
