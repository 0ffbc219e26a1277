import type { LiveLink } from "~/acq/live-link.server";
import { registrationChanged } from "~/acq/operations/registration-changed.server";
import type { RegistrationStatus } from "~/acq/operations/registration.server";

export interface Follower {
  /** Called with the current status, then with each change. */
  changed(status: RegistrationStatus): void;
  /** Called when acq sends no further changes; the status must be requested then. */
  ended(): void;
}

/** The pages in this process that wait for news of a registration: its followers. */
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

interface FollowedRegistration {
  followers: Set<Follower>;
  /** The last status that acq sent; undefined before the first one. */
  status: RegistrationStatus | undefined;
  unsubscribe: (() => void) | undefined;
}

/** Creates followers that share one subscription for each registration, however many pages its visitor has open. */
export function createFollowers(link: LiveLink): Followers {
  const followedRegistrations = new Map<string, FollowedRegistration>();

  function startFollowing(registrationId: string): FollowedRegistration {
    const registration: FollowedRegistration = {
      followers: new Set(),
      status: undefined,
      unsubscribe: undefined,
    };
    registration.unsubscribe = registrationChanged(link, registrationId, {
      onChange(status) {
        if (status === registration.status) return;
        registration.status = status;
        for (const follower of [...registration.followers]) follower.changed(status);
      },
      onEnd() {
        followedRegistrations.delete(registrationId);
        for (const follower of [...registration.followers]) follower.ended();
      },
    });
    if (registration.unsubscribe) followedRegistrations.set(registrationId, registration);
    return registration;
  }

  function removeFollower(
    registrationId: string,
    registration: FollowedRegistration,
    follower: Follower,
  ): void {
    registration.followers.delete(follower);
    if (registration.followers.size > 0 || followedRegistrations.get(registrationId) !== registration) return;
    followedRegistrations.delete(registrationId);
    registration.unsubscribe?.();
  }

  return {
    count: () => followedRegistrations.size,
    follow(registrationId, follower) {
      const registration = followedRegistrations.get(registrationId) ?? startFollowing(registrationId);
      registration.followers.add(follower);
      if (!registration.unsubscribe) follower.ended();
      else if (registration.status) follower.changed(registration.status);
      return () => {
        removeFollower(registrationId, registration, follower);
      };
    },
  };
}
