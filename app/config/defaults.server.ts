import * as z from "zod";
import type { Config } from "./environment";
import { containerIdSchema } from "./variables";

/**
 * The settings in the defaults file (the JSON file at DEFAULTS_URL). They override environment variables
 * (docs/operate/configuration.md).
 */
export interface SiteDefaults {
  environment?: string | undefined;
  gtmContainerId?: string | undefined;
  /** The URL of acq's GraphQL endpoint. */
  acqUrl?: string | undefined;
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
): { defaults: SiteDefaults; ignoredSettingNames: string[] } {
  const defaultsFile = defaultsFileSchema.partial().parse(JSON.parse(text));
  const settingSchemas = {
    environment: z.string().regex(/^[\w.-]{1,64}$/),
    gtmContainerId: containerIdSchema,
    acqBackendGraphqlURL: z
      .string()
      .refine((url) => URL.canParse(url) && isAllowedUrl(new URL(url), acq.allowedHosts)),
  };
  const ignoredSettingNames: string[] = [];
  function readSetting(name: keyof typeof settingSchemas): string | undefined {
    const result = settingSchemas[name].optional().safeParse(defaultsFile[name]);
    if (!result.success) ignoredSettingNames.push(name);
    return result.data;
  }
  const defaults = {
    environment: readSetting("environment"),
    gtmContainerId: readSetting("gtmContainerId"),
    acqUrl: readSetting("acqBackendGraphqlURL"),
  };
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
