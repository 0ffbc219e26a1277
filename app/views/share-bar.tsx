const width = 800;
const height = 48;
/** How far an upright edge leans on this height: by fourteen degrees, like every other (docs/design.md). */
const lean = 12;
const gap = 3;

interface ShareBarProps {
  label: string;
  parts: readonly { part: number; percent: string }[];
}

/** Shares of a whole side by side, the first at the start; they are told in words too. */
export function ShareBar({ label, parts }: ShareBarProps) {
  const words = parts.map(({ percent }, index) => `${index + 1}: ${percent}`).join(", ");
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, { part }) => sum + part, 0));
  return (
    <svg
      className="share-bar"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${label}: ${words}`}
    >
      {parts.map(({ part }, index) => (
        <polygon key={index} points={leaning(starts[index] ?? 0, part)} />
      ))}
    </svg>
  );
}

function leaning(start: number, part: number): string {
  const room = width - lean;
  const from = start * room;
  // However small, it is there.
  const to = Math.max(from + part * room - gap, from + 1);
  const at = (x: number, y: number) => `${x.toFixed(1)},${y}`;
  return [at(from + lean, 0), at(to + lean, 0), at(to, height), at(from, height)].join(" ");
}
