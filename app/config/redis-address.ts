import * as z from "zod";
import { decodePercent } from "~/utils/percent-encoding";

interface RedisNode {
  host: string;
  port: number;
}

interface RedisNodes {
  nodes: RedisNode[];
  usesTls: boolean;
  username: string | undefined;
  password: string | undefined;
}

/** The address of Redis: one server, a group that Sentinels monitor, or the nodes of a cluster. */
export type RedisAddress =
  | { kind: "server"; url: string }
  | ({ kind: "sentinel"; sentinelGroup: string } & RedisNodes)
  | ({ kind: "cluster" } & RedisNodes);

const redisUrlFormats =
  "redis://host:port, redis://host:port/database, redis+sentinel://host:port,host:port/group or redis+cluster://host:port,host:port; each also as rediss, and with :password@ before the host, percent-encoded";

const nodesPattern =
  /^(?<scheme>rediss?)\+(?<kind>sentinel|cluster):\/\/(?:(?<username>[^:@/]*):(?<password>[^:@/]*)@)?(?<hosts>[^@/]+)(?:\/(?<group>[\w.-]+))?$/;
const hostPattern = /^(?<host>\[[\da-f:.]+\]|[\w.-]+)(?::(?<port>\d{1,5}))?$/i;
const defaultPorts = { sentinel: 26_379, cluster: 6379 };

/**
 * Parses REDIS_URL. Several nodes are separated by commas, as in the storage URLs of the Python package "limits".
 *
 * @returns undefined for a value in none of the formats
 */
export function parseRedisUrl(redisUrl: string): RedisAddress | undefined {
  if (/^rediss?:\/\//.test(redisUrl))
    return isServerUrl(redisUrl) ? { kind: "server", url: redisUrl } : undefined;
  const { scheme, kind, hosts, group, ...encoded } = nodesPattern.exec(redisUrl)?.groups ?? {};
  if (hosts === undefined || (kind !== "sentinel" && kind !== "cluster")) return undefined;
  const nodes = hosts.split(",").flatMap((host) => parseNode(host, defaultPorts[kind]) ?? []);
  const username = decodeCredential(encoded["username"]);
  const password = decodeCredential(encoded["password"]);
  const isValid = nodes.length === hosts.split(",").length && username !== null && password !== null;
  if (!isValid) return undefined;
  const nodeFields = { nodes, usesTls: scheme === "rediss", username, password };
  if (kind === "sentinel")
    return group === undefined ? undefined : { kind, sentinelGroup: group, ...nodeFields };
  return group === undefined ? { kind, ...nodeFields } : undefined;
}

/**
 * Returns true if ioredis can use the address of one server. The database must be a number. "#" and "@" in the password
 * must be percent-encoded, otherwise they change the host name.
 */
function isServerUrl(redisUrl: string): boolean {
  if (!URL.canParse(redisUrl) || /#|@.*@/.test(redisUrl)) return false;
  const { pathname, username, password } = new URL(redisUrl);
  return (
    /^(?:\/\d{0,4})?$/.test(pathname) &&
    decodeCredential(username) !== null &&
    decodeCredential(password) !== null
  );
}

function parseNode(hostAndPort: string, defaultPort: number): RedisNode | undefined {
  const { host, port = String(defaultPort) } = hostPattern.exec(hostAndPort)?.groups ?? {};
  if (host === undefined || Number(port) > 65_535) return undefined;
  return { host: host.replaceAll(/[[\]]/g, ""), port: Number(port) };
}

/**
 * Decodes a percent-encoded part of REDIS_URL.
 *
 * @returns undefined for an empty text, null for one that is not percent-encoded UTF-8
 */
function decodeCredential(text: string | undefined): string | undefined | null {
  return text === undefined || text === "" ? undefined : decodePercent(text);
}

/** The schema of REDIS_URL. */
export const redisUrlSchema = z.string().transform((value, context): RedisAddress => {
  const redisAddress = parseRedisUrl(value);
  if (redisAddress !== undefined) return redisAddress;
  context.addIssue({ code: "custom", message: redisUrlFormats });
  return z.NEVER;
});
