/**
 * A path to a personal value in a loader's data ("invited.inviter"): a free text that views only print. A text of a
 * closed list changes the page, so it is not allowed. `never` for data that JSON cannot represent, such as promises,
 * since the template's key is made of the data.
 */
export type PersonalPath<Loader> = Loader extends (...args: never[]) => infer Answer
  ? PathOfLoaded<Exclude<Awaited<Answer>, Response>>
  : string;

type PathOfLoaded<Data> = Data extends Plain<Data> ? TextPath<Data> : never;

type TextPath<Data> = Data extends readonly unknown[]
  ? never
  : Data extends object
    ? { [Name in keyof Data & string]: TextPathOf<Name, NonNullable<Data[Name]>> }[keyof Data & string]
    : never;

type TextPathOf<Name extends string, Value> = string extends Value
  ? Name
  : Value extends object
    ? `${Name}.${TextPath<Value>}`
    : never;

type Plain<Data> = Data extends string | number | boolean | null | undefined
  ? Data
  : Data extends NotJson
    ? never
    : { [Name in keyof Data]: Plain<Data[Name]> };

type NotJson =
  | bigint
  | symbol
  | PromiseLike<unknown>
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | ((...args: never[]) => unknown);
