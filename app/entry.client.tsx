import { measurePage } from "./browser/analytics/measure";
import { hydratePage } from "./browser/hydration/hydrate-page";

// Analytics starts after everything else.
void hydratePage().then(() => measurePage(pageMeasured));
