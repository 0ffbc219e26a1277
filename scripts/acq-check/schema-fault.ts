import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type GraphQLOutputType,
  type GraphQLSchema,
  getOperationAST,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from "graphql";

/**
 * Returns the first difference between a response of acq and the schema in acq.graphql, if there is one. The check is
 * stricter than the site and allows no unknown value.
 */
export function findSchemaFault(
  schema: GraphQLSchema,
  document: DocumentNode,
  data: unknown,
): string | undefined {
  const operation = getOperationAST(document);
  const rootType = operation && schema.getRootType(operation.operation);
  if (!operation || !rootType) return "no such operation in acq.graphql";
  return findSelectionFault(rootType, operation.selectionSet, data, "data");
}

function findSelectionFault(
  type: GraphQLOutputType,
  selection: SelectionSetNode | undefined,
  value: unknown,
  path: string,
): string | undefined {
  if (isNonNullType(type))
    return value === null || value === undefined
      ? `${path} is ${String(value)}`
      : findSelectionFault(type.ofType, selection, value, path);
  if (value === null) return undefined;
  if (isListType(type)) {
    if (!Array.isArray(value)) return `${path} is no list`;
    return findFirstFault(
      value.map((item, index) => findSelectionFault(type.ofType, selection, item, `${path}[${index}]`)),
    );
  }
  if (isObjectType(type)) {
    if (!isRecord(value)) return `${path} is no object`;
    return findFirstFault(
      listFields(selection).map(({ name }) => {
        const field = type.getFields()[name.value];
        const fieldPath = `${path}.${name.value}`;
        if (!field || !Object.hasOwn(value, name.value)) return `${fieldPath} is missing`;
        return findSelectionFault(
          field.type,
          findSelection(selection, name.value),
          value[name.value],
          fieldPath,
        );
      }),
    );
  }
  if (isEnumType(type))
    return typeof value === "string" && type.getValue(value)
      ? undefined
      : `${path} is no ${type.name}: ${JSON.stringify(value)}`;
  return isLeafValue(String(type), value)
    ? undefined
    : `${path} is no ${String(type)}: ${JSON.stringify(value)}`;
}

function isLeafValue(type: string, value: unknown): boolean {
  if (type === "Boolean") return typeof value === "boolean";
  if (type === "Int") return Number.isInteger(value);
  return typeof value === "string";
}

function findFirstFault(faults: readonly (string | undefined)[]): string | undefined {
  return faults.find((fault) => fault !== undefined);
}

function listFields(selection: SelectionSetNode | undefined): FieldNode[] {
  return (
    selection?.selections.flatMap((selectionNode) =>
      selectionNode.kind === Kind.FIELD ? [selectionNode] : [],
    ) ?? []
  );
}

function findSelection(selection: SelectionSetNode | undefined, name: string): SelectionSetNode | undefined {
  return listFields(selection).find((field) => field.name.value === name)?.selectionSet;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
