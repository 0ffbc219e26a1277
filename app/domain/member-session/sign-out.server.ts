import { setTimeout } from "node:timers/promises";
import { v4 as uuid } from "uuid";
import type { Acq } from "~/acq/client.server";
import { logout } from "~/acq/operations/logout.server";

/**
 * Ends the request's token at acq, if acq answers: the visitor's own copy is gone either way.
 *
 * @param patienceMs how long the visitor waits for it; acq is asked to the end
 */
export async function signOut(dependencies: { acq: Acq }, patienceMs = 3000): Promise<void> {
  await Promise.race([logout(dependencies.acq, uuid()), setTimeout(patienceMs, undefined, { ref: false })]);
}
