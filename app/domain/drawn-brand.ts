/**
 * The brand name in the drawings app/ui/art/wordmark.svg and public/share/. A BRAND_NAME that differs from it is shown
 * as text.
 */
export const wordmarkBrand = "Velvetgate";
