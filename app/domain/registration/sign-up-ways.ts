/**
 * A way to sign up that is announced only (docs/product/pages.md#landing-page). `provider` is null for the one without
 * a proper name.
 */
export interface SignUpWay {
  slug: "phone" | "google" | "facebook" | "apple";
  provider: string | null;
}

export const announcedWays: readonly SignUpWay[] = [
  { slug: "phone", provider: null },
  { slug: "google", provider: "Google" },
  { slug: "facebook", provider: "Facebook" },
  { slug: "apple", provider: "Apple" },
];
