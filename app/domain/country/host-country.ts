import { isCountry, type Country } from "./countries";

/** The country of a host's last label: uk is GB, and .com says nothing (docs/product.md#referrers-and-country). */
export function countryOfHost(hostname: string): Country | undefined {
  const label = hostname.slice(hostname.lastIndexOf(".") + 1).toUpperCase();
  const code = label === "UK" ? "GB" : label;
  return isCountry(code) ? code : undefined;
}
