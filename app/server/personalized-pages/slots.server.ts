/**
 * Marks the visitor's values in a loader's data. The tree has the structure of the data, with "slot" in place of each
 * of the visitor's values.
 */
export interface SlotTree {
  readonly [name: string]: "slot" | SlotTree | undefined;
}

/** @param slotPaths - paths to the slots in a loader's data, as in the route's `handle.template` ("invited.inviter") */
export function createSlotTree(slotPaths: readonly string[]): SlotTree {
  const slotTree: MutableSlotTree = {};
  for (const path of slotPaths) {
    const names = path.split(".");
    const lastName = names.pop() ?? "";
    let branch = slotTree;
    for (const name of names) {
      const child = branch[name];
      branch = branch[name] = typeof child === "object" ? child : {};
    }
    branch[lastName] = "slot";
  }
  return slotTree;
}

interface MutableSlotTree {
  [name: string]: "slot" | MutableSlotTree;
}

/**
 * Returns a copy of the data with another text in each slot. Empty and missing texts stay as they are: a page may omit
 * a part when a text is empty, so such data have a template of their own.
 *
 * @param replaceText - returns the new text of a slot; called for the slots in the same order each time
 */
export function replaceSlots<Data>(data: Data, slots: SlotTree, replaceText: (text: string) => string): Data;
export function replaceSlots(data: unknown, slots: SlotTree, replaceText: (text: string) => string): unknown {
  if (typeof data !== "object" || data === null) return data;
  const changedData: Record<string, unknown> = { ...data };
  for (const [name, slot] of Object.entries(slots)) {
    const value = changedData[name];
    if (slot === undefined || value === undefined) continue;
    if (slot !== "slot") changedData[name] = replaceSlots(value, slot, replaceText);
    else if (typeof value === "string" && value !== "") changedData[name] = replaceText(value);
  }
  return changedData;
}
