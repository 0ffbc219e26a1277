import { createContext } from "react";

/** The text of the critical styles: from the build on the server, from the document itself in the browser. */
export const CriticalStylesContext = createContext<(isLanding: boolean) => string>(() => "");
