import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Acq } from "~/acq/client.server";
import {
  countries,
  findTimeZoneCountry,
  detectCountry,
  timeZones,
  type CountryHints,
} from "~/domain/countries.server";

const log = { info: vi.fn() };
beforeEach(() => log.info.mockReset());
afterEach(() => {
  vi.useRealTimers();
});

const pendingPromise = new Promise<never>(() => undefined);

/** Returns an acq client that answers every call with the given country. */
function createAcqReturning(country: string | null): Acq {
  return {
    request: ({ responseSchema }) =>
      Promise.resolve({ ok: true, data: responseSchema.parse({ countryDetails: { country } }) }),
  };
}

const failingAcq: Acq = {
  request: () =>
    Promise.resolve({ ok: false, failure: { kind: "network", status: 502, correlationId: "id" } }),
};

function detectCountryByHints(acq: Acq, hints: Partial<CountryHints> = {}) {
  return detectCountry({ acq, log }, { hostname: "club.example", timeZone: undefined, ...hints });
}

describe("detected country of a visitor (docs/product/registration.md#referrers-and-country)", () => {
  const allHints = { hostname: "club.fr", timeZone: "Europe/Vienna" };
  it.each([
    ["the country from acq before all other hints", "PL", allHints, "PL"],
    ["the host's last label if acq knows no country", null, allHints, "FR"],
    ["the host's last label if acq returns an unsupported country", "US", allHints, "FR"],
    ["the host's last label if acq returns an invalid country", "pl", allHints, "FR"],
    ["the time zone if the host is unknown", null, { timeZone: "Europe/Vienna" }, "AT"],
    ["the time zone on a .com", null, { hostname: "club.com", timeZone: "Europe/Vienna" }, "AT"],
    [
      "the time zone on a .uk: GB is not on the list",
      null,
      { hostname: "club.co.uk", timeZone: "Europe/Riga" },
      "LV",
    ],
    ["the time zone on an address", null, { hostname: "192.0.2.1", timeZone: "Europe/Riga" }, "LV"],
    ["DE when nothing is known", null, {}, "DE"],
    ["DE for a time zone outside the supported countries", null, { timeZone: "America/New_York" }, "DE"],
    ["DE for an invalid time zone", null, { timeZone: "__proto__" }, "DE"],
  ])(
    "comes from acq, the host, the time zone or the default DE, in this order: %s",
    async (_, acqCountry, hints, country) => {
      expect(await detectCountryByHints(createAcqReturning(acqCountry), hints)).toBe(country);
      expect(log.info).not.toHaveBeenCalled();
    },
  );

  it("comes from the next detection method if acq fails, without an IP address in the log", async () => {
    expect(await detectCountryByHints(failingAcq, allHints)).toBe("FR");
    expect(log.info).toHaveBeenCalledExactlyOnceWith({ reason: "network" }, expect.any(String));
  });

  it("waits at most 300 ms for a response of acq", async () => {
    vi.useFakeTimers();
    let detectedCountry: string | undefined;
    const detectionPromise = detectCountryByHints({ request: () => pendingPromise }, allHints).then(
      (country) => (detectedCountry = country),
    );
    await vi.advanceTimersByTimeAsync(299);
    expect(detectedCountry).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await detectionPromise;
    expect(detectedCountry).toBe("FR");
    expect(log.info).toHaveBeenCalledExactlyOnceWith({ reason: "late" }, expect.any(String));
  });
});

describe("time zone table", () => {
  const supportedZones = Intl.supportedValuesOf("timeZone");

  it("maps at least one zone known to browsers to each of the 27 countries", () => {
    const foundCountries = new Set(
      supportedZones.map(findTimeZoneCountry).filter((country) => country !== undefined),
    );
    expect([...foundCountries].sort()).toEqual([...countries].sort());
  });

  it.each([
    ["DE", ["Europe/Berlin", "Europe/Busingen"]],
    ["ES", ["Africa/Ceuta", "Atlantic/Canary", "Europe/Madrid"]],
    ["PT", ["Atlantic/Azores", "Atlantic/Madeira", "Europe/Lisbon"]],
    ["CY", ["Asia/Famagusta", "Asia/Nicosia"]],
    ["FI", ["Europe/Helsinki", "Europe/Mariehamn"]],
  ])("contains every time zone of %s", (country, zones) => {
    expect(supportedZones.filter((zone) => findTimeZoneCountry(zone) === country)).toEqual(zones);
  });

  it("contains no time zone of a neighboring country that is not supported", () => {
    for (const zone of [
      "Europe/London",
      "Europe/Oslo",
      "Europe/Kiev",
      "Europe/San_Marino",
      "Atlantic/Faroe",
      "UTC",
    ])
      expect(findTimeZoneCountry(zone)).toBeUndefined();
  });

  it("contains only time zones that browsers know", () => {
    const mappedZones = Object.values(timeZones).flat();
    expect(mappedZones.filter((zone) => !supportedZones.includes(zone))).toEqual([]);
  });
});
