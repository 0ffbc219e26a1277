import * as z from "zod";
import { graphql } from "gql.tada";
import { print } from "graphql";
import type { LiveLink } from "../live-link.server";
import { type RegistrationStatus, registrationStatusAnswer } from "./registration.server";

const query = print(
  graphql(`
    subscription registrationChanged($registrationId: ID!) {
      registrationChanged(registrationId: $registrationId) {
        status
      }
    }
  `),
);

const message = z.object({
  data: z.object({ registrationChanged: z.object({ status: registrationStatusAnswer }) }),
  errors: z.undefined().optional(),
});

export interface RegistrationListener {
  /** The present status first, then each change; the same again after a loss of the connection. */
  changed(status: RegistrationStatus): void;
  /** The end of its changes; never while the call is still running. */
  ended(): void;
}

/**
 * Hears of every change of one registration. An answer that is none, an error's included, ends it.
 *
 * @returns what ends it, or undefined while acq takes no followers
 */
export function registrationChanged(
  link: LiveLink,
  registrationId: string,
  listener: RegistrationListener,
): (() => void) | undefined {
  const request = { operationName: "registrationChanged", query, variables: { registrationId } };
  const leave = link.subscribe(request, {
    next(payload) {
      const parsed = message.safeParse(payload);
      if (parsed.success) {
        listener.changed(parsed.data.data.registrationChanged.status);
        return;
      }
      leave?.();
      listener.ended();
    },
    ended() {
      listener.ended();
    },
  });
  return leave;
}
