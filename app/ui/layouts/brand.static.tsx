import { wordmarkBrand } from "~/domain/drawn-brand";
import wordmark from "~/ui/art/wordmark.svg?raw";

/** The logo and the brand's name. The default name is a drawing, which needs no font. */
export function Brand({ name }: { name: string }) {
  return (
    <>
      <BrandMark />
      {name === wordmarkBrand ? <span dangerouslySetInnerHTML={{ __html: wordmark }} /> : <span>{name}</span>}
    </>
  );
}

/** The logo: two leaves of a gate that is ajar, and the light between them. */
function BrandMark() {
  return (
    <svg
      className="brand-mark"
      viewBox="0 0 32 32"
      width="28"
      height="28"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M8 3h7L8.5 29H1.5z" fill="currentColor" />
      <path d="M23.5 3h7L24 29h-7z" fill="currentColor" />
      <path d="M17.5 3h3.5L14.5 29H11z" fill="#e0526a" />
    </svg>
  );
}
