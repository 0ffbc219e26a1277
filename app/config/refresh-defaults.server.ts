import { readFile } from "node:fs/promises";
import type { Config } from "./environment";
import { parseDefaults, type SiteDefaults } from "./defaults.server";

const fetchTimeoutMs = 3000;
const refreshIntervalMs = 60_000;
const maxDefaultsBytes = 16 * 1024;

interface RefreshOptions {
  config: Pick<Config, "acq" | "defaultsUrl">;
  log: { warn(fields: { variable?: string; reason?: string; err?: unknown }, text: string): void };
  /** The defaults file that ships with the site, used without DEFAULTS_URL. */
  siteDefaultsFile: string;
}

/** The current values of the defaults file; empty until the file has been read for the first time. */
export interface RefreshedDefaults {
  current: SiteDefaults;
}

/**
 * Reads the defaults file now and every minute; resolves after the first attempt. If the file cannot be read, its last
 * values stay in use. If the file does not exist, it overrides nothing. Each fault is logged once.
 */
export async function refreshDefaults(
  refreshedDefaults: RefreshedDefaults,
  options: RefreshOptions,
): Promise<void> {
  const { config, log, siteDefaultsFile } = options;
  let hasReadFile = false;
  /** The faults that were logged last. The same faults are not logged again. */
  let lastLoggedFaults = "";

  async function refresh(): Promise<void> {
    const previousFaults = lastLoggedFaults;
    try {
      const text = config.defaultsUrl
        ? await fetchDefaults(config.defaultsUrl)
        : await readSiteDefaults(siteDefaultsFile);
      const { defaults, ignoredSettingNames } = parseDefaults(text ?? "{}", config);
      refreshedDefaults.current = defaults;
      hasReadFile = true;
      const isFileMissing = config.defaultsUrl !== undefined && text === undefined;
      lastLoggedFaults = isFileMissing ? "missing" : ignoredSettingNames.join("/");
      if (lastLoggedFaults === "" && previousFaults !== "")
        log.warn({}, "the defaults file (DEFAULTS_URL) can be read again, and all of its entries are used");
      if (isFileMissing && lastLoggedFaults !== previousFaults)
        log.warn(
          { reason: lastLoggedFaults },
          "the defaults file (DEFAULTS_URL) does not exist (status 404): nothing is overridden",
        );
      else if (lastLoggedFaults !== "" && lastLoggedFaults !== previousFaults)
        log.warn(
          { variable: lastLoggedFaults },
          "the defaults file (DEFAULTS_URL) has entries that are not allowed there: these entries are ignored",
        );
    } catch (error) {
      lastLoggedFaults = error instanceof UnreadableDefaultsError ? error.reason : "unreadable";
      if (lastLoggedFaults !== previousFaults)
        log.warn(
          { reason: lastLoggedFaults, err: error },
          hasReadFile
            ? "the defaults file (DEFAULTS_URL) cannot be read: the last valid version stays in use"
            : "the defaults file (DEFAULTS_URL) cannot be read: until it can, the environment variables apply alone",
        );
    }
  }

  await refresh();
  setInterval(() => void refresh(), refreshIntervalMs).unref();
}

class UnreadableDefaultsError extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

async function readSiteDefaults(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Loads the defaults file. Returns undefined for status 404: a missing file overrides nothing
 * (docs/operate/configuration.md).
 */
async function fetchDefaults(url: string): Promise<string | undefined> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(fetchTimeoutMs) });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new UnreadableDefaultsError(`status:${response.status}`);
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  for (let receivedBytes = 0; ;) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) return Buffer.concat(chunks).toString();
    chunks.push(value);
    receivedBytes += value.length;
    if (receivedBytes > maxDefaultsBytes) throw new UnreadableDefaultsError("longer-than-16-KB");
  }
}
