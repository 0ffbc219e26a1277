import type { LiveLink } from "~/acq/live-link.server";
import { registrationChanged } from "~/acq/operations/registration-changed.server";
import type { RegistrationStatus } from "~/acq/operations/registration.server";

export interface Follower {
  /** Called with the current status, then with each change. */
  changed(status: RegistrationStatus): void;
  /** Called when acq sends no further changes; the status must be requested then. */
  ended(): void;
}

/** The followers of registrations in this process. */
export interface Followers {
  /**
   * Follows a registration. May call the follower before it returns.
   *
   * @returns a function that ends it
   */
  follow(registrationId: string, follower: Follower): () => void;
  /** Returns the number of registrations that are followed at acq. */
  count(): number;
}

interface Followed {
  followers: Set<Follower>;
  /** Undefined until acq has sent it. */
  status: RegistrationStatus | undefined;
  unsubscribe: (() => void) | undefined;
}

/** Creates followers that share one subscription for each registration, however many pages its visitor has open. */
export function createFollowers(link: LiveLink): Followers {
  const followed = new Map<string, Followed>();

  function begin(registrationId: string): Followed {
    const one: Followed = { followers: new Set(), status: undefined, unsubscribe: undefined };
    one.unsubscribe = registrationChanged(link, registrationId, {
      onChange(status) {
        if (status === one.status) return;
        one.status = status;
        for (const follower of [...one.followers]) follower.changed(status);
      },
      onEnd() {
        followed.delete(registrationId);
        for (const follower of [...one.followers]) follower.ended();
      },
    });
    if (one.unsubscribe) followed.set(registrationId, one);
    return one;
  }

  function removeFollower(registrationId: string, one: Followed, follower: Follower): void {
    one.followers.delete(follower);
    if (one.followers.size > 0 || followed.get(registrationId) !== one) return;
    followed.delete(registrationId);
    one.unsubscribe?.();
  }

  return {
    count: () => followed.size,
    follow(registrationId, follower) {
      const one = followed.get(registrationId) ?? begin(registrationId);
      one.followers.add(follower);
      if (!one.unsubscribe) follower.ended();
      else if (one.status) follower.changed(one.status);
      return () => {
        removeFollower(registrationId, one, follower);
      };
    },
  };
}
