import { graphql } from "gql.tada";
import * as z from "zod";
import type { Acq } from "~/acq/client.server";
import { type AcqResult, maxAcqTextLengths } from "~/acq/results";

const operationDocument = graphql(`
  query viewer {
    viewer {
      id
      firstName
      roles
      vipStatus
      invitation {
        registrationCode
        balance
        pending
        joined
      }
    }
  }
`);

const responseSchema = z
  .object({
    viewer: z
      .object({
        // Truncates the name between code points, because an unpaired surrogate would cause an error in a URL.
        firstName: z.string().transform((name) => Array.from(name).slice(0, maxAcqTextLengths.name).join("")),
        roles: z.array(z.string()),
        // A VIP status that acq added later becomes null, because this site has no text for it.
        vipStatus: z.enum(["SILVER", "GOLD", "DIAMOND"]).nullable().catch(null),
        invitation: z
          .object({
            registrationCode: z.string().max(maxAcqTextLengths.registrationCode),
            balance: z.int(),
            pending: z.int(),
            joined: z.int(),
          })
          .nullable(),
      })
      .nullable(),
  })
  .transform((data) => data.viewer);
export type Viewer = NonNullable<z.infer<typeof responseSchema>>;

/** Requests the member that the request's token belongs to; null without a token that acq accepts. */
export function fetchViewer(acq: Acq): Promise<AcqResult<Viewer | null>> {
  return acq.request({ operationDocument, variables: {}, responseSchema });
}
