/** A shop that one can walk into (docs/product.md#purpose). */
export interface Store {
  id: "munich" | "dornach" | "voesendorf";
  /** As the address is written, in the city's own language. */
  city: string;
  street: string;
  houseNumber: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: "DE" | "AT";
  /** In degrees (WGS 84). */
  location: { latitude: number; longitude: number };
}

/** Invented, but for the places that they are in. */
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

/** Only where a language has a word of its own: the smaller places are called the same everywhere. */
const names = new Map<string, ReadonlyMap<string, string>>([
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
 * The name of a store's city in a language, for headings and sentences; the address keeps `city`, which stands on the
 * signs and is found on maps.
 *
 * @param locale a locale's code, "it"
 */
export function cityName({ city }: Store, locale: string): string {
  return names.get(city)?.get(locale) ?? city;
}

/** The store on a map, with a marker (wiki.openstreetmap.org, "Browsing", URL parameters). */
export function mapUrl({ location: { latitude, longitude } }: Store): string {
  const url = new URL("https://www.openstreetmap.org/");
  url.searchParams.set("mlat", latitude.toString());
  url.searchParams.set("mlon", longitude.toString());
  url.hash = `map=17/${latitude}/${longitude}`;
  return url.href;
}
