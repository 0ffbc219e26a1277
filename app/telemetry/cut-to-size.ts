/** Bytes of a report, its envelope included (spec.md, section 9: the error reporter). */
export const mostBytes = 524_288;
/** What an envelope says of itself. */
const envelopeBytes = 4096;

/** Each step leaves less than the one before; the last one leaves kind, message and place. */
const steps = [
  { text: 16_384, items: 100 },
  { text: 4096, items: 100 },
  { text: 1024, items: 50 },
  { text: 256, items: 30 },
  { text: 128, items: 10 },
];

/** An event that is too large is cut, and not dropped: long texts and lists first. */
export function cutToSize<Event>(event: Event): Event {
  let cut = event;
  for (const most of steps) {
    if (bytesOf(cut) <= mostBytes - envelopeBytes) return cut;
    cut = shortened(event, most, 0) as Event;
  }
  return cut;
}

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

function shortened(value: unknown, most: { text: number; items: number }, depth: number): unknown {
  if (typeof value === "string") return value.length > most.text ? `${value.slice(0, most.text)}…` : value;
  if (typeof value !== "object" || value === null) return value;
  if (depth > 8) return "…";
  // The end of a stack is where it broke; the beginning of anything else says what it is.
  if (Array.isArray(value)) return value.slice(-most.items).map((item) => shortened(item, most, depth + 1));
  const entries = Object.entries(value).slice(0, most.items);
  return Object.fromEntries(entries.map(([name, held]) => [name, shortened(held, most, depth + 1)]));
}
