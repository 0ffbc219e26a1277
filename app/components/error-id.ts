import { createContext } from "react";

/** The number to quote of a page that says that something unexpected has failed; the server alone knows it. */
export const ErrorId = createContext<string | undefined>(undefined);
