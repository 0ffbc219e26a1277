import { measurePage } from "./browser/analytics/measure";
import { hydratePage } from "./browser/hydration/hydrate-page";
import { keepTypedText } from "./browser/hydration/keep-typed-text";

// Measured after everything else: nobody waits for it.
const hydrated = hydratePage().then(() => measurePage(pageMeasured));
if (import.meta.hot) {
  const { hot } = import.meta;
  void hydrated.then(() => keepTypedText(hot));
}
