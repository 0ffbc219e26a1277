import {
  alreadyRegisteredLoginRegistration,
  enteringCodeRegistration,
  registrationCountryChanged,
  type AnalyticsEvent,
} from "./events";

/** What only the browser sees, by the `data-measure` of the element that it is done to. */
const deeds: Partial<Record<string, () => AnalyticsEvent>> = {
  code: enteringCodeRegistration,
  country: registrationCountryChanged,
  login: alreadyRegisteredLoginRegistration,
};

/** Tells what a visitor does on the page, each kind once. */
export function watchDeeds(tell: (event: AnalyticsEvent) => void): void {
  const done = new Set<string>();

  function notice(element: HTMLElement | null): void {
    const kind = element?.dataset["measure"] ?? "";
    const event = deeds[kind];
    if (!event || done.has(kind)) return;
    done.add(kind);
    tell(event());
  }

  for (const type of ["input", "click"])
    document.addEventListener(type, ({ target }) => {
      if (!(target instanceof Element)) return;
      notice(target.closest<HTMLElement>(type === "click" ? "a[data-measure]" : "[data-measure]"));
    });

  // Somebody may be in the middle of it already.
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement && activeElement.value !== activeElement.defaultValue)
    notice(activeElement);
}
