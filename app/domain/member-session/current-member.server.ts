import type { Acq } from "~/acq/client.server";
import type { AcqFailure } from "~/acq/failure";
import { viewer, type Viewer } from "~/acq/operations/viewer.server";

export type CurrentMember =
  { status: "anonymous" } | { status: "member"; member: Viewer } | { status: "failed"; failure: AcqFailure };

/** Whose token the request carries; a token that acq does not accept is as good as none. */
export async function currentMember(dependencies: { acq: Acq }): Promise<CurrentMember> {
  const asked = await viewer(dependencies.acq);
  if (!asked.ok) return { status: "failed", failure: asked.failure };
  return asked.data ? { status: "member", member: asked.data } : { status: "anonymous" };
}

/** docs/product.md#purpose. A role that is not known here opens nothing. */
export function isAdmin(member: Viewer): boolean {
  return member.roles.includes("ADMIN");
}
