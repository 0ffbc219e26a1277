/**
 * The brand name that the drawings app/ui/art/wordmark.svg and public/share/ show. Any other BRAND_NAME is shown as
 * text.
 */
export const drawnBrand = "Velvetgate";
