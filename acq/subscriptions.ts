import { Repeater } from "graphql-yoga";
import type { Acq } from "./call";
import { callError } from "./errors";
import { findRegistration, type Registration } from "./registrations";

export type Followed = AsyncIterable<{ registrationChanged: Registration }>;

/**
 * Every change of one registration, the present state first, until the follower leaves.
 * @throws GraphQLError NOT_FOUND for an unknown id
 */
export function followRegistration(acq: Acq, registrationId: string): Followed {
  if (findRegistration(acq.database, registrationId) === undefined) {
    throw callError("NOT_FOUND", "There is no such registration.");
  }
  return new Repeater((push, stop) => {
    let last: string | undefined;
    const look = (): void => {
      const registration = findRegistration(acq.database, registrationId);
      if (registration === undefined) {
        stop();
        return;
      }
      if (registration.status === last) return;
      last = registration.status;
      void push({ registrationChanged: registration });
    };
    acq.changes.on("look", look);
    look();
    return stop.then(() => void acq.changes.off("look", look));
  });
}
