import type { Acq } from "~/acq/client.server";
import { countryDetails } from "~/acq/operations/country-details.server";
import { type Country, countryOfHost, countryOfTimeZone, defaultCountry, isCountry } from "./countries";

const lookUpMs = 300;

interface Dependencies {
  acq: Acq;
  log: { info(facts: object, text: string): void };
}

/** The hints of a request at its visitor's country. */
export interface Whereabouts {
  hostname: string;
  /** The browser's, as an IANA name; undefined when it told none. */
  timeZone: string | undefined;
}

/**
 * The visitor's country: acq's look-up, else the host's last label, else the browser's time zone, else the
 * default (docs/product.md#referrers-and-country). The look-up delays a page by 300 ms at most; one that fails is logged.
 */
export async function detectCountry(dependencies: Dependencies, where: Whereabouts): Promise<Country> {
  return (
    (await lookUp(dependencies)) ??
    countryOfHost(where.hostname) ??
    countryOfTimeZone(where.timeZone) ??
    defaultCountry
  );
}

async function lookUp({ acq, log }: Dependencies): Promise<Country | undefined> {
  const asked = await Promise.race([countryDetails(acq), afterMs(lookUpMs)]);
  if (asked.ok) return isCountry(asked.data) ? asked.data : undefined;
  log.info({ reason: asked.failure.kind }, "the country look-up failed");
  return undefined;
}

function afterMs(ms: number): Promise<{ ok: false; failure: { kind: "late" } }> {
  return new Promise((resolve) =>
    setTimeout(() => {
      resolve({ ok: false, failure: { kind: "late" } });
    }, ms).unref(),
  );
}
