/**
 * A sign-up method that is listed but not available yet (docs/product/pages.md#landing-page). `provider` is the
 * company's name; null for sign-up by phone.
 */
interface SignUpWay {
  slug: "phone" | "google" | "facebook" | "apple";
  provider: string | null;
}

export const announcedWays: readonly SignUpWay[] = [
  { slug: "phone", provider: null },
  { slug: "google", provider: "Google" },
  { slug: "facebook", provider: "Facebook" },
  { slug: "apple", provider: "Apple" },
];
