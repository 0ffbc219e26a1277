/** The slots of a page template: the visitor's own values in a loader's data, in the shape of the data. */
export interface SlotTree {
  readonly [name: string]: "slot" | SlotTree | undefined;
}

/** @param paths - as `handle.template` of a route lists them, such as "invited.inviter" */
export function slotsAt(paths: readonly string[]): SlotTree {
  const tree: MutableTree = {};
  for (const path of paths) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    let branch = tree;
    for (const name of names) {
      const next = branch[name];
      branch = branch[name] = typeof next === "object" ? next : {};
    }
    branch[last] = "slot";
  }
  return tree;
}

interface MutableTree {
  [name: string]: "slot" | MutableTree;
}

/**
 * Returns a copy of the data with other texts in its slots. An empty or missing text stays the same: it may change the
 * page, so it is no slot of this page.
 *
 * @param change - called with the text of each slot, always in the same order
 */
export function changeSlots<Data>(data: Data, slots: SlotTree, change: (text: string) => string): Data;
export function changeSlots(data: unknown, slots: SlotTree, change: (text: string) => string): unknown {
  if (typeof data !== "object" || data === null) return data;
  const copy: Record<string, unknown> = { ...data };
  for (const [name, slot] of Object.entries(slots)) {
    const value = copy[name];
    if (slot === undefined || value === undefined) continue;
    if (slot !== "slot") copy[name] = changeSlots(value, slot, change);
    else if (typeof value === "string" && value !== "") copy[name] = change(value);
  }
  return copy;
}
