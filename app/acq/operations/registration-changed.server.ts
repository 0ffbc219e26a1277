import * as z from "zod";
import { graphql } from "gql.tada";
import { print } from "graphql";
import type { ReconnectingConnection } from "~/acq/reconnecting-connection.server";
import { type RegistrationStatus, registrationStatusSchema } from "./registration.server";

const query = print(
  graphql(`
    subscription registrationChanged($registrationId: ID!) {
      registrationChanged(registrationId: $registrationId) {
        status
      }
    }
  `),
);

const messageSchema = z.object({
  data: z.object({ registrationChanged: z.object({ status: registrationStatusSchema }) }),
  errors: z.undefined().optional(),
});

interface RegistrationListener {
  /**
   * Called with the registration's current status, and with each change. Called again with the current status after the
   * connection was lost and restored.
   */
  onStatus(status: RegistrationStatus): void;
  /** Called once when the subscription has ended, never before `subscribeToRegistration` has returned. */
  onEnd(): void;
}

/**
 * Subscribes to the status of one registration. An invalid message or an error ends the subscription.
 *
 * @returns a function that ends the subscription; undefined while acq accepts no subscriptions
 */
export function subscribeToRegistration(
  connection: ReconnectingConnection,
  registrationId: string,
  listener: RegistrationListener,
): (() => void) | undefined {
  const subscriptionRequest = { operationName: "registrationChanged", query, variables: { registrationId } };
  const unsubscribe = connection.subscribe(subscriptionRequest, {
    next(payload) {
      const result = messageSchema.safeParse(payload);
      if (result.success) {
        listener.onStatus(result.data.data.registrationChanged.status);
        return;
      }
      unsubscribe?.();
      listener.onEnd();
    },
    onEnd() {
      listener.onEnd();
    },
  });
  return unsubscribe;
}
