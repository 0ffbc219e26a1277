/** A shop in a city (docs/product/overview.md#purpose). */
export interface Store {
  id: "munich" | "dornach" | "voesendorf";
  /** The city's name in its own language, as on maps and in postal addresses. */
  city: string;
  street: string;
  houseNumber: string;
  postalCode: string;
  /** The code of the shop's country (ISO 3166-1 alpha-2). */
  country: "DE" | "AT";
  /** The shop's coordinates in degrees (WGS 84). */
  location: { latitude: number; longitude: number };
}

/** The club's shops. Their addresses are invented; only the cities are real. */
export const stores: readonly Store[] = [
  {
    id: "munich",
    city: "München",
    street: "Samthofstraße",
    houseNumber: "14",
    postalCode: "80331",
    country: "DE",
    location: { latitude: 48.1391, longitude: 11.5703 },
  },
  {
    id: "dornach",
    city: "Dornach",
    street: "Lodenweberring",
    houseNumber: "7",
    postalCode: "85609",
    country: "DE",
    location: { latitude: 48.1496, longitude: 11.6853 },
  },
  {
    id: "voesendorf",
    city: "Vösendorf",
    street: "Seidenfeldgasse",
    houseNumber: "21",
    postalCode: "2331",
    country: "AT",
    location: { latitude: 48.1203, longitude: 16.3398 },
  },
];

/** The translated names of cities, by a store's `city` and then by locale. Without an entry, `city` is the name. */
const cityNameByLocaleByCity = new Map<string, ReadonlyMap<string, string>>([
  [
    "München",
    new Map([
      ["en", "Munich"],
      ["fr", "Munich"],
      ["it", "Monaco di Baviera"],
      ["pl", "Monachium"],
    ]),
  ],
]);

/**
 * Returns the name of a store's city in a language, for headings and sentences. For postal addresses use `city`
 * instead.
 *
 * @param locale - a locale's code, such as "it"
 */
export function formatCityName({ city }: Store, locale: string): string {
  return cityNameByLocaleByCity.get(city)?.get(locale) ?? city;
}

/** Returns the address of a map with a marker at the store (wiki.openstreetmap.org, "Browsing", URL parameters). */
export function createMapUrl({ location: { latitude, longitude } }: Store): string {
  const url = new URL("https://www.openstreetmap.org/");
  url.searchParams.set("mlat", latitude.toString());
  url.searchParams.set("mlon", longitude.toString());
  url.hash = `map=17/${latitude}/${longitude}`;
  return url.href;
}
