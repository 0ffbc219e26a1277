import { measurePage } from "./browser/analytics/measure";
import { hydratePage } from "./browser/hydration/hydrate-page";

// Analytics starts last, so that it does not delay hydration.
void hydratePage().then(() => measurePage(analyticsData));
