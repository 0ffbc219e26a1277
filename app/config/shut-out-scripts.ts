import type { Config } from "./environment";

/**
 * The operator's scripts that the pages of everybody would refuse, since no CSP_SCRIPT_HOSTS lets them in: one line each,
 * for who starts the site. On pages with a nonce they run.
 */
export function shutOutScripts({
  gtmContainerId,
  consentScriptUrl,
  csp,
}: Config): { variable: string; url: string }[] {
  const wanted = [
    ...(gtmContainerId ? [["GTM_CONTAINER_ID", "https://www.googletagmanager.com"] as const] : []),
    ["CONSENT_SCRIPT_URL", consentScriptUrl] as const,
  ];
  return wanted
    .filter(([, url]) => URL.canParse(url) && !csp.script.some((source) => letsIn(source, new URL(url))))
    .map(([variable, url]) => ({ variable, url: new URL(url).origin }));
}

/** A host with or without "*." or a port, or a scheme (CSP 3, section 6.7.2.8). */
function letsIn(source: string, { host, hostname, protocol }: URL): boolean {
  if (source === "*" || source === protocol) return true;
  const bare = source.replace(/:(?:\*|443)$/, "");
  if (bare.startsWith("*.")) return hostname.endsWith(bare.slice(1));
  return bare === host || bare === hostname;
}
