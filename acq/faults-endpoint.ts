import type { IncomingMessage } from "node:http";
import type { Faults } from "./faults";
import { json, readBody, type Reply, text } from "./http";

/** POST /faults adds one, DELETE takes all away. */
export async function answerFaults(request: IncomingMessage, faults: Faults): Promise<Reply> {
  if (request.method === "DELETE") {
    faults.clear();
    return json(200, { cleared: true });
  }
  if (request.method !== "POST") return text(405, "POST or DELETE", { Allow: "POST, DELETE" });
  const wrong = faults.add(parseJson(await readBody(request)));
  return wrong === undefined ? json(201, { added: true }) : json(400, { error: wrong });
}

function parseJson(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? "");
  } catch {
    return undefined;
  }
}
