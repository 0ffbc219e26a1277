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

const defaultsFileSchema = z.object({
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
export function parseDefaults(
  text: string,
  { acq }: Pick<Config, "acq">,
): { defaults: Defaults; ignoredSettingNames: string[] } {
  const defaultsFile = defaultsFileSchema.partial().parse(JSON.parse(text));
  const defaults: Defaults = {};
  const ignoredSettingNames: string[] = [];

  const environmentResult = z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .optional()
    .safeParse(defaultsFile.environment);
  if (!environmentResult.success) ignoredSettingNames.push("environment");
  else if (environmentResult.data !== undefined) defaults.environment = environmentResult.data;

  const containerResult = containerIdSchema.optional().safeParse(defaultsFile.gtmContainerId);
  if (!containerResult.success) ignoredSettingNames.push("gtmContainerId");
  else if (containerResult.data !== undefined) defaults.gtmContainerId = containerResult.data;

  const acqUrlResult = z
    .string()
    .refine((url) => URL.canParse(url) && isAllowedUrl(new URL(url), acq.allowedHosts))
    .optional()
    .safeParse(defaultsFile.acqBackendGraphqlURL);
  if (!acqUrlResult.success) ignoredSettingNames.push("acqBackendGraphqlURL");
  else if (acqUrlResult.data !== undefined) defaults.acqUrl = acqUrlResult.data;

  return { defaults, ignoredSettingNames };
}

/**
 * Returns true if a URL is on an allowed host. An entry of ACQ_ALLOWED_HOSTS without a port allows all ports of the
 * host.
 */
function isAllowedUrl(
  { protocol, host, hostname, username, password }: URL,
  allowedHosts: readonly string[],
): boolean {
  const isHttpWithoutCredentials = /^https?:$/.test(protocol) && username === "" && password === "";
  return isHttpWithoutCredentials && (allowedHosts.includes(host) || allowedHosts.includes(hostname));
}
