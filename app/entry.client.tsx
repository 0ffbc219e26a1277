import { measurePage } from "./browser/analytics/measure";
import { hydratePage } from "./browser/hydration/hydrate-page";

// Measured after everything else: nobody waits for it.
void hydratePage().then(() => measurePage(pageMeasured));
