/** The mark: a gate of two inclined leaves, standing ajar. */
export function BrandMark() {
  return (
    <svg
      className="brand-mark"
      viewBox="0 0 32 32"
      width="32"
      height="32"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M5 4h9l-4 24H5z" fill="currentColor" />
      <path d="M18 4h9v24h-13z" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
