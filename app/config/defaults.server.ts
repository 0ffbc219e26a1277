import * as z from "zod";
import type { Config } from "./environment";
import { containerIdSchema } from "./variables";

/**
 * Settings in the defaults file (the JSON file at DEFAULTS_URL) that override environment variables
 * (docs/operate/configuration.md).
 */
export interface Defaults {
  environment?: string;
  gtmContainerId?: string;
  /** The URL of acq's GraphQL endpoint. */
  acqUrl?: string;
}

const fileSchema = z.object({
  environment: z.unknown(),
  gtmContainerId: z.unknown(),
  acqBackendGraphqlURL: z.unknown(),
});

/**
 * Reads the text of the defaults file. Ignores settings with an invalid value, and returns their names. acq's URL must
 * be on an allowed host (ACQ_ALLOWED_HOSTS), because this site sends tokens and personal data to it.
 *
 * @throws an error if the text is not a JSON object
 */
export function readDefaults(
  text: string,
  { acq }: Pick<Config, "acq">,
): { defaults: Defaults; ignoredNames: string[] } {
  const file = fileSchema.partial().parse(JSON.parse(text));
  const defaults: Defaults = {};
  const ignoredNames: string[] = [];

  const environment = z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .optional()
    .safeParse(file.environment);
  if (!environment.success) ignoredNames.push("environment");
  else if (environment.data !== undefined) defaults.environment = environment.data;

  const container = containerIdSchema.optional().safeParse(file.gtmContainerId);
  if (!container.success) ignoredNames.push("gtmContainerId");
  else if (container.data !== undefined) defaults.gtmContainerId = container.data;

  const acqUrl = z
    .string()
    .refine((url) => URL.canParse(url) && isAllowed(new URL(url), acq.allowedHosts))
    .optional()
    .safeParse(file.acqBackendGraphqlURL);
  if (!acqUrl.success) ignoredNames.push("acqBackendGraphqlURL");
  else if (acqUrl.data !== undefined) defaults.acqUrl = acqUrl.data;

  return { defaults, ignoredNames };
}

/**
 * Returns true if a URL is on an allowed host. An entry of ACQ_ALLOWED_HOSTS without a port allows all ports of the
 * host.
 */
function isAllowed(
  { protocol, host, hostname, username, password }: URL,
  allowedHosts: readonly string[],
): boolean {
  const isHttpWithoutCredentials = /^https?:$/.test(protocol) && username === "" && password === "";
  return isHttpWithoutCredentials && (allowedHosts.includes(host) || allowedHosts.includes(hostname));
}
