import type { ReconnectingConnection } from "~/acq/reconnecting-connection.server";
import { subscribeToRegistration } from "~/acq/operations/registration-changed.server";
import type { RegistrationStatus } from "~/acq/operations/registration.server";

interface Follower {
  /** Called with the registration's current status, then with each change. */
  handleChange(status: RegistrationStatus): void;
  /** Called when acq has ended the subscription. The follower must then request the status itself. */
  handleEnd(): void;
}

/** The waiting pages ("followers") of this process. acq notifies them when the status of their registration changes. */
export interface Followers {
  /**
   * Follows a registration. May call the follower before returning.
   *
   * @returns a function that stops following
   */
  follow(registrationId: string, follower: Follower): () => void;
  /** Returns the number of registrations that this process is subscribed to at acq. */
  countFollowedRegistrations(): number;
}

interface FollowedRegistration {
  followers: Set<Follower>;
  /** The last registration status that acq sent; undefined before the first one. */
  status: RegistrationStatus | undefined;
  unsubscribe: (() => void) | undefined;
}

/** Creates the followers of this process. All followers of one registration share one subscription to acq. */
export function createFollowers(connection: ReconnectingConnection): Followers {
  const followedRegistrations = new Map<string, FollowedRegistration>();

  function startFollowing(registrationId: string): FollowedRegistration {
    const followedRegistration: FollowedRegistration = {
      followers: new Set(),
      status: undefined,
      unsubscribe: undefined,
    };
    followedRegistration.unsubscribe = subscribeToRegistration(connection, registrationId, {
      onStatus(status) {
        if (status === followedRegistration.status) return;
        followedRegistration.status = status;
        for (const follower of [...followedRegistration.followers]) follower.handleChange(status);
      },
      onEnd() {
        followedRegistrations.delete(registrationId);
        for (const follower of [...followedRegistration.followers]) follower.handleEnd();
      },
    });
    if (followedRegistration.unsubscribe) followedRegistrations.set(registrationId, followedRegistration);
    return followedRegistration;
  }

  function removeFollower(
    registrationId: string,
    followedRegistration: FollowedRegistration,
    follower: Follower,
  ): void {
    followedRegistration.followers.delete(follower);
    if (
      followedRegistration.followers.size > 0 ||
      followedRegistrations.get(registrationId) !== followedRegistration
    )
      return;
    followedRegistrations.delete(registrationId);
    followedRegistration.unsubscribe?.();
  }

  return {
    countFollowedRegistrations: () => followedRegistrations.size,
    follow(registrationId, follower) {
      const registration = followedRegistrations.get(registrationId) ?? startFollowing(registrationId);
      registration.followers.add(follower);
      if (!registration.unsubscribe) follower.handleEnd();
      else if (registration.status) follower.handleChange(registration.status);
      return () => {
        removeFollower(registrationId, registration, follower);
      };
    },
  };
}
