import { describe, expect, it } from "vitest";
import { formatCityName, createMapUrl, stores } from "~/domain/stores";
import { localeCodes } from "~/i18n/locales";

/**
 * Ranges of valid coordinates in degrees, with a generous margin, for the three cities
 * (docs/product/overview.md#purpose).
 */
const expectedLocations = {
  munich: { latitude: [48.06, 48.25], longitude: [11.36, 11.72] },
  dornach: { latitude: [48.14, 48.17], longitude: [11.66, 11.72] },
  voesendorf: { latitude: [48.1, 48.14], longitude: [16.3, 16.37] },
} as const;

describe("stores (docs/product/overview.md#purpose)", () => {
  it.each(stores)("$city has an address and coordinates that match its country and city", (store) => {
    expect(`${store.street} ${store.houseNumber}`).toMatch(/^\p{Lu}\p{Ll}+ \d+$/u);
    expect(store.postalCode).toMatch(store.country === "DE" ? /^\d{5}$/ : /^\d{4}$/);
    const { latitude, longitude } = expectedLocations[store.id];
    expect(store.location.latitude).toBeGreaterThan(latitude[0]);
    expect(store.location.latitude).toBeLessThan(latitude[1]);
    expect(store.location.longitude).toBeGreaterThan(longitude[0]);
    expect(store.location.longitude).toBeLessThan(longitude[1]);
  });

  it("have a city name in each language", () => {
    const cityNames = localeCodes.map((locale) =>
      stores.map((store) => formatCityName(store, locale)).join(", "),
    );
    expect(Object.fromEntries(localeCodes.map((locale, index) => [locale, cityNames[index]]))).toEqual({
      en: "Munich, Dornach, Vösendorf",
      de: "München, Dornach, Vösendorf",
      fr: "Munich, Dornach, Vösendorf",
      it: "Monaco di Baviera, Dornach, Vösendorf",
      nl: "München, Dornach, Vösendorf",
      pl: "Monachium, Dornach, Vösendorf",
      sv: "München, Dornach, Vösendorf",
    });
  });

  it("link to their position on the map", () => {
    for (const store of stores) {
      const { latitude, longitude } = store.location;
      const url = new URL(createMapUrl(store));
      expect(url.origin).toBe("https://www.openstreetmap.org");
      expect(Object.fromEntries(url.searchParams)).toEqual({ mlat: `${latitude}`, mlon: `${longitude}` });
      expect(url.hash).toBe(`#map=17/${latitude}/${longitude}`);
    }
  });
});
