import type { LiveLink } from "~/acq/live-link.server";
import { registrationChanged } from "~/acq/operations/registration-changed.server";
import type { RegistrationStatus } from "~/acq/operations/registration.server";

export interface Follower {
  /** The present status first, then each change. */
  changed(status: RegistrationStatus): void;
  /** acq tells no more of it, whatever becomes of the account: it has to be asked. */
  ended(): void;
}

/** The followers of registrations. One for the whole process. */
export interface Followers {
  /** May call the follower before it returns. @returns what ends it */
  follow(registrationId: string, follower: Follower): () => void;
  /** How many registrations acq was asked to tell of. */
  count(): number;
}

interface Followed {
  followers: Set<Follower>;
  /** Undefined until acq has told it. */
  status: RegistrationStatus | undefined;
  leave: (() => void) | undefined;
}

/** acq is asked once for each registration, however many of its visitor's pages are open. */
export function createFollowers(link: LiveLink): Followers {
  const followed = new Map<string, Followed>();

  function begin(registrationId: string): Followed {
    const one: Followed = { followers: new Set(), status: undefined, leave: undefined };
    one.leave = registrationChanged(link, registrationId, {
      changed(status) {
        if (status === one.status) return;
        one.status = status;
        for (const follower of [...one.followers]) follower.changed(status);
      },
      ended() {
        followed.delete(registrationId);
        for (const follower of [...one.followers]) follower.ended();
      },
    });
    if (one.leave) followed.set(registrationId, one);
    return one;
  }

  function leave(registrationId: string, one: Followed, follower: Follower): void {
    one.followers.delete(follower);
    if (one.followers.size > 0 || followed.get(registrationId) !== one) return;
    followed.delete(registrationId);
    one.leave?.();
  }

  return {
    count: () => followed.size,
    follow(registrationId, follower) {
      const one = followed.get(registrationId) ?? begin(registrationId);
      one.followers.add(follower);
      if (!one.leave) follower.ended();
      else if (one.status) follower.changed(one.status);
      return () => {
        leave(registrationId, one, follower);
      };
    },
  };
}
