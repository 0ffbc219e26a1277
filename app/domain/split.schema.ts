import * as z from "zod";

const weight = z.int().check(z.gte(1), z.lte(1000));

/** The claims of a split link's token, in as few characters as names and values go: it stands in an address. */
const splitClaims = z.object({
  /** Targets: a weight and a path, or a weight, a code and its validity timestamp. */
  t: z
    .array(
      z.union([
        z.tuple([weight, z.string().startsWith("/")]),
        z.tuple([weight, z.string().min(1), z.string().min(1)]),
      ]),
    )
    .min(2)
    .max(10),
  /** The label. */
  l: z.string().optional(),
});
type Claims = z.infer<typeof splitClaims>;

/** Where a split link leads some of its visitors: a path of this site, or the form with a registration code. */
export type SplitTarget = { weight: number } & (
  | { kind: "path"; path: string }
  | { kind: "code"; code: string; validityTimestamp: string }
);

/** 2 to 10 targets, and a name for the experiment if it was given one (docs/product.md#administration). */
export interface Split {
  label: string | undefined;
  targets: readonly SplitTarget[];
}

export function claimsOf({ label, targets }: Split): Claims {
  return {
    t: targets.map((target) =>
      target.kind === "path"
        ? [target.weight, target.path]
        : [target.weight, target.code, target.validityTimestamp],
    ),
    ...(label !== undefined && { l: label }),
  };
}

/** The split of a token that we signed; undefined for what is none. */
export function splitFrom(claims: unknown): Split | undefined {
  const parsed = splitClaims.safeParse(claims);
  if (!parsed.success) return undefined;
  const { t, l } = parsed.data;
  const targets = t.map(([weight, at, validityTimestamp]) =>
    validityTimestamp === undefined
      ? { kind: "path" as const, weight, path: at }
      : { kind: "code" as const, weight, code: at, validityTimestamp },
  );
  return { label: l, targets };
}
