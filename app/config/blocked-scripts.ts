import type { Config } from "./environment";

/**
 * Returns the operator's scripts that the Content-Security-Policy of shared pages blocks, because CSP_SCRIPT_HOSTS does
 * not list their hosts. Pages with a nonce allow these scripts. The caller logs the result.
 */
export function findBlockedScripts({
  gtmContainerId,
  consentScriptUrl,
  csp,
}: Config): { variable: string; url: string }[] {
  const configuredScripts = [
    ...(gtmContainerId ? [["GTM_CONTAINER_ID", "https://www.googletagmanager.com"] as const] : []),
    ["CONSENT_SCRIPT_URL", consentScriptUrl] as const,
  ];
  return configuredScripts
    .filter(
      ([, url]) => URL.canParse(url) && !csp.script.some((cspSource) => allowsUrl(cspSource, new URL(url))),
    )
    .map(([variable, url]) => ({ variable, url: new URL(url).origin }));
}

/**
 * Returns true if a CSP source matches the URL. The source is a scheme, or a host with or without "*." and a port (CSP
 * 3, section 6.7.2.8).
 */
function allowsUrl(cspSource: string, { host, hostname, protocol }: URL): boolean {
  if (cspSource === "*" || cspSource === protocol) return true;
  const sourceHost = cspSource.replace(/:(?:\*|443)$/, "");
  if (sourceHost.startsWith("*.")) return hostname.endsWith(sourceHost.slice(1));
  return sourceHost === host || sourceHost === hostname;
}
