import { v4 as uuid } from "uuid";
import type { Acq } from "~/acq/client.server";
import { logout } from "~/acq/operations/logout.server";

/** Ends the request's token at acq, if acq answers: the visitor's own copy is gone either way. */
export async function signOut(dependencies: { acq: Acq }): Promise<void> {
  await logout(dependencies.acq, uuid());
}
