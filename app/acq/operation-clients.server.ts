import { type DocumentNode, getOperationAST, print } from "graphql";
import { GraphQLClient } from "graphql-request";
import { answerJson, fetchAnswer } from "./policy/fetch-answer.server";

/** graphql-request for one operation. */
export interface OperationClient {
  url: string;
  operation: string;
  query: string;
  client: GraphQLClient;
}

const clients = new WeakMap<DocumentNode, OperationClient>();

/**
 * The client of an operation, made once: graphql-request would write out its document anew for each call, which takes
 * longer than the call's own headers.
 */
export function operationClient(url: string, document: DocumentNode): OperationClient {
  const known = clients.get(document);
  if (known?.url === url) return known;
  const operation = getOperationAST(document)?.name?.value ?? "unnamed";
  const client = new GraphQLClient(url, {
    fetch: fetchAnswer,
    // It would parse the text for the name.
    excludeOperationName: true,
    jsonSerializer: {
      ...answerJson,
      stringify: (body: object) => answerJson.stringify({ ...body, operationName: operation }),
    },
  });
  const made = { url, operation, query: print(document), client };
  clients.set(document, made);
  return made;
}
