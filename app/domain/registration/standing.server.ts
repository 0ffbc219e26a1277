import type { RegistrationStatus } from "~/acq/registration-status";

/** Where a registration stands, as far as its visitor is concerned; `gone`: it can become nothing any more. */
export type Standing = "waiting" | "active" | "gone";

/** @param status null for a registration that acq does not know */
export function standingOf(status: RegistrationStatus | null): Standing {
  switch (status) {
    case "CREATED":
    case "PENDING":
      return "waiting";
    case "ACTIVE":
      return "active";
    case "REJECTED":
    case null:
      return "gone";
  }
}
