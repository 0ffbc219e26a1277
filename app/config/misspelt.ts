/**
 * The name that was probably meant by one that is none of ours; undefined for all that is not near: the environment
 * holds much else. A name may be wrong in one place for each six of its letters, two at the most.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) return undefined;
  const near = names
    .map((own) => ({ own, distance: editDistance(name, own) }))
    .filter(({ own, distance }) => distance <= Math.min(2, Math.floor(own.length / 6)));
  return near.sort((one, other) => one.distance - other.distance)[0]?.own;
}

/** Letters that are missing, too many, others, or that have changed places with the next (optimal string alignment). */
function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const cost = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + Number(!same),
        swapped ? at(row - 2, column - 2) + 1 : Infinity,
      );
      rows[row]?.push(cost);
    }
  }
  return at(one.length, other.length);
}
