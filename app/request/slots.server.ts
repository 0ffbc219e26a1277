/**
 * Which values of a loader's data are its visitor's own, in the data's own shape: free texts, which views print as they
 * are and do nothing else with. A text out of a closed list decides what a page looks like and can be none.
 */
export type Slots<Data> = {
  readonly [Name in keyof Data]?: string extends Data[Name] ? "slot" : SlotsWithin<NonNullable<Data[Name]>>;
};

type SlotsWithin<Value> = Value extends readonly unknown[]
  ? never
  : Value extends object
    ? Slots<Value>
    : never;

/** Data of which JSON says all, since a template's key is made of it; a promise or a map would be `{}` there. */
type Plain<Data> = Data extends string | number | boolean | null | undefined
  ? Data
  : Data extends Unsaid
    ? never
    : { [Name in keyof Data]: Plain<Data[Name]> };

type Unsaid =
  | bigint
  | symbol
  | PromiseLike<unknown>
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | ((...args: never[]) => unknown);

/** Slots of any data. */
export interface SlotTree {
  readonly [name: string]: "slot" | SlotTree | undefined;
}

/** What a page's loaders have declared, by the data that each of them returned. */
export type DeclaredSlots = Map<object, SlotTree>;

/**
 * A loader's data, of which these are slots; all else in it is the same for every visitor who gets the page from the
 * same template.
 */
export function withSlots<Data extends object>(
  { responseState }: { responseState: { slots: DeclaredSlots } },
  data: Data & Plain<Data>,
  slots: Slots<Data>,
): Data {
  responseState.slots.set(data, { ...slots });
  return data;
}

/** The slots of a loader's data; undefined if it has declared none: then nobody knows what in it is whose. */
export function slotsOf(declared: DeclaredSlots, data: unknown): SlotTree | undefined {
  return typeof data === "object" && data !== null ? declared.get(data) : undefined;
}

/**
 * A copy of the data with other texts in its slots. An empty or missing text stays what it is, since it may decide what
 * a page looks like: it is no slot of this page.
 *
 * @param change is given each slot's text, always in the same order
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
