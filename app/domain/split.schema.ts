import * as z from "zod";

const weightSchema = z.int().check(z.gte(1), z.lte(1000));

/** The claims of a split link's token. Their names are short, because the URL contains the token. */
const splitClaimsSchema = z.object({
  /**
   * The targets of the split link. Each has a weight and a path, or a weight, an access code and its validity
   * timestamp.
   */
  t: z
    .array(
      z.union([
        z.tuple([weightSchema, z.string().startsWith("/")]),
        z.tuple([weightSchema, z.string().min(1), z.string().min(1)]),
      ]),
    )
    .min(2)
    .max(10),
  /** The split link's label. */
  l: z.string().optional(),
});
type SplitClaims = z.infer<typeof splitClaimsSchema>;

/** A target of a split link: a path of this site, or the registration form with an access code. */
export type SplitTarget = { weight: number } & (
  | { kind: "path"; path: string }
  | { kind: "code"; code: string; validityTimestamp: string }
);

/**
 * A split link: 2 to 10 targets, and an optional name of the experiment (docs/product/registration.md#administration).
 */
export interface SplitDefinition {
  label: string | undefined;
  targets: readonly SplitTarget[];
}

export function createSplitClaims({ label, targets }: SplitDefinition): SplitClaims {
  return {
    t: targets.map((target) =>
      target.kind === "path"
        ? [target.weight, target.path]
        : [target.weight, target.code, target.validityTimestamp],
    ),
    ...(label !== undefined && { l: label }),
  };
}

/** Returns the split link in the claims of a verified token; undefined if the claims are invalid. */
export function parseSplitClaims(claims: unknown): SplitDefinition | undefined {
  const result = splitClaimsSchema.safeParse(claims);
  if (!result.success) return undefined;
  const { t, l } = result.data;
  const targets = t.map(([weight, pathOrCode, validityTimestamp]) =>
    validityTimestamp === undefined
      ? { kind: "path" as const, weight, path: pathOrCode }
      : { kind: "code" as const, weight, code: pathOrCode, validityTimestamp },
  );
  return { label: l, targets };
}
