/**
 * A path to a personal value in a loader's data ("invited.inviter"). The value must be free text that views only print:
 * a value from a fixed set may change the page. A template's key contains the data as JSON, so the type is `never` if
 * JSON cannot represent the data (promises).
 */
export type PersonalPath<Loader> = Loader extends (...args: never[]) => infer Answer
  ? PathInLoadedData<Exclude<Awaited<Answer>, Response>>
  : string;

type PathInLoadedData<Data> = Data extends PlainData<Data> ? TextPath<Data> : never;

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

type PlainData<Data> = Data extends string | number | boolean | null | undefined
  ? Data
  : Data extends NotJson
    ? never
    : { [Name in keyof Data]: PlainData<Data[Name]> };

type NotJson =
  | bigint
  | symbol
  | PromiseLike<unknown>
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | ((...args: never[]) => unknown);
