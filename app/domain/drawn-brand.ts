/** The BRAND_NAME that app/ui/art/wordmark.svg and public/share/ show as a drawing. Any other name is set in type. */
export const brandInPictures = "Velvetgate";
