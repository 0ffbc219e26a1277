import { readTypedCode } from "~/domain/registration/registration-code";
import { splitTargetFields } from "~/request/field-names";
import { readFieldText } from "~/request/form-token.server";
import { isSplitTarget } from "~/request/paths";
import type { AdminProblem, FieldProblem, ProblemRefusal } from "~/routes/admin/admin-problems";

const minTargetRows = 2;
export const maxTargets = splitTargetFields.length;

/** The typed content of the split generator's form. */
export interface SplitInput {
  label: string;
  rows: readonly { target: string; weight: string }[];
}

/** A target with a well-formed path or code. */
export interface RequestedTarget {
  /** The row's number, counted from 1. The ids of the row's fields end with it. */
  rowNumber: number;
  weight: number;
  address: { kind: "path"; path: string } | { kind: "code"; code: string };
}

export type ParsedSplit =
  | { status: "ok"; label: string | undefined; targets: readonly RequestedTarget[] }
  | ProblemRefusal;

const emptyTargetRow = { target: "", weight: "1" };

/** Returns an empty form with the minimum number of rows. */
export function createEmptySplit(): SplitInput {
  return { label: "", rows: Array.from({ length: minTargetRows }, () => emptyTargetRow) };
}

export function readSplitInput(form: FormData): SplitInput {
  const readTrimmedText = (name: string) => readFieldText(form, name).trim();
  const fields = splitTargetFields.filter(([target]) => form.has(target));
  const rows = fields.map(([target, weight]) => ({
    target: readTrimmedText(target),
    weight: readTrimmedText(weight),
  }));
  const label = readTrimmedText("label");
  // Normalizing a long sequence of combining marks could take seconds, so a long text is not normalized.
  return { label: label.length > 500 ? label : label.normalize("NFC"), rows: padRows(rows) };
}

/** Returns the form with one more row, up to the maximum. */
export function addTargetRow({ label, rows }: SplitInput): SplitInput {
  return { label, rows: rows.length < maxTargets ? [...rows, emptyTargetRow] : rows };
}

function padRows(rows: SplitInput["rows"]): SplitInput["rows"] {
  return [...rows, ...createEmptySplit().rows.slice(rows.length)];
}

/** Converts the typed form to a split, or returns all its errors. Rows without a target are ignored. */
export function parseSplitForm({ label, rows }: SplitInput): ParsedSplit {
  const parsedRows = rows.map(({ target, weight }, index) => ({
    rowNumber: index + 1,
    address: target === "" ? undefined : parseTarget(target),
    weight: parseWeight(weight),
  }));
  const filledRows = parsedRows.filter(({ address }) => address !== undefined);
  const problemFields: FieldProblem[] = [];
  const addProblem = (fieldId: string, problem: AdminProblem) =>
    problemFields.push({ fieldId, problems: [problem] });
  if (!/^[\p{L}\p{M}\p{N} ._-]{0,64}$/u.test(label)) addProblem("label", "label");
  if (filledRows.length < minTargetRows)
    addProblem(`target-${parsedRows.find(({ address }) => !address)?.rowNumber ?? 1}`, "few");
  const targets: RequestedTarget[] = [];
  for (const { rowNumber, address, weight } of filledRows) {
    if (address?.kind === "unreadable") addProblem(`target-${rowNumber}`, "target");
    if (weight === undefined) addProblem(`weight-${rowNumber}`, "weight");
    if (address && address.kind !== "unreadable" && weight !== undefined)
      targets.push({ rowNumber, weight, address });
  }
  return problemFields.length > 0
    ? { status: "problem", fields: problemFields }
    : { status: "ok", label: label || undefined, targets };
}

/** Reads the target of a split link. A text that starts with a slash is a path; any other text is a code. */
function parseTarget(input: string): RequestedTarget["address"] | { kind: "unreadable" } {
  if (input.startsWith("/"))
    return isSplitTarget(input) ? { kind: "path", path: input } : { kind: "unreadable" };
  const result = readTypedCode(input);
  return result.status === "ok" ? { kind: "code", code: result.code } : { kind: "unreadable" };
}

/** Reads a whole number from 1 to 1000. */
function parseWeight(input: string): number | undefined {
  const weight = /^\d{1,4}$/.test(input) ? Number(input) : 0;
  return weight >= 1 && weight <= 1000 ? weight : undefined;
}
