import { createContext } from "react";

/**
 * The Content-Security-Policy nonce of this answer; known on the server alone, since browsers hide it from
 * scripts and React forgives the difference of an attribute.
 */
export const NonceContext = createContext<string | undefined>(undefined);
