import type { Call } from "./call";
import { answerOnce } from "./idempotency";

/** A mutation: decided and remembered in one transaction; followers and the post hear of it afterwards. */
export function mutate(call: Call, operation: string, variables: unknown, work: () => unknown): unknown {
  const answer = call.acq.database.transaction(() => answerOnce(call, operation, variables, work));
  call.acq.changes.emit("look");
  call.acq.postman.deliver();
  return answer;
}
