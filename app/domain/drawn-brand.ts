/** The BRAND_NAME whose name app/ui/art/wordmark.svg and public/share/ show drawn; any other one is written in type. */
export const drawnBrand = "Velvetgate";
