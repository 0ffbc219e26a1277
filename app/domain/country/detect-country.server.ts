import type { Acq } from "~/acq/client.server";
import { countryDetails } from "~/acq/operations/country-details.server";
import { defaultCountry, isCountry, type Country } from "./countries";

const lookUpMs = 300;

/**
 * The visitor's country: acq's look-up, else the host's last label, else the default (contract.md, section 8).
 * The look-up delays a page by 300 ms at most.
 */
export async function detectCountry(dependencies: { acq: Acq }, hostname: string): Promise<Country> {
  const found = await Promise.race([lookUp(dependencies.acq), afterMs(lookUpMs)]);
  return found ?? countryOfHost(hostname) ?? defaultCountry;
}

async function lookUp(acq: Acq): Promise<Country | undefined> {
  const asked = await countryDetails(acq);
  return asked.ok && isCountry(asked.data) ? asked.data : undefined;
}

/** spec.md, section 4: uk is GB, and .com says nothing. */
function countryOfHost(hostname: string): Country | undefined {
  const label = hostname.split(".").at(-1)?.toUpperCase();
  const code = label === "UK" ? "GB" : label;
  return isCountry(code) ? code : undefined;
}

function afterMs(ms: number): Promise<undefined> {
  return new Promise((resolve) =>
    setTimeout(() => {
      resolve(undefined);
    }, ms).unref(),
  );
}
