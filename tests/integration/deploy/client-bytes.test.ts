import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

const rulesFile = "deploy/haproxy/client-bytes.nft";

/**
 * Runs a Node program in a network of its own, which has only loopback. nftables first loads the shipped rules twice,
 * as an upgrade does. Returns the program's output as JSON.
 */
function runInByteLimitedNetwork(program: string): unknown {
  const commands = [
    "set -e",
    "ip link set lo up",
    "ip -6 address add fd00:0:0:100::1/128 dev lo",
    "ip -6 address add fd00:0:0:1ff::1/128 dev lo",
    `nft -f ${rulesFile}`,
    `nft -f ${rulesFile}`,
    `exec "$0" --input-type=module -e "$1"`,
  ];
  const args = ["--map-root-user", "--net", "sh", "-c", commands.join("\n"), process.execPath, program];
  return JSON.parse(execFileSync("unshare", args, { encoding: "utf8" }));
}

/** Starts servers on port 443, and defines functions that send bytes and read what nftables has counted. */
const programStart = `
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";

const readTable = () =>
  JSON.parse(execFileSync("nft", ["-j", "list", "table", "inet", "velvetgate"], { encoding: "utf8" })).nftables;
const countDropped = () => readTable().find((item) => item.counter)?.counter.packets;
const server = createServer((socket) => socket.on("error", () => undefined).resume().on("end", () => socket.end()));
await once(server.listen(443), "listening");
const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
function send(localAddress, byteCount) {
  const host = localAddress.includes(":") ? "fd00:0:0:100::1" : "127.0.0.1";
  const socket = connect({ host, port: 443, localAddress, autoSelectFamily: false });
  return socket.on("error", () => undefined).end(Buffer.alloc(byteCount)).resume();
}
`;

it("nftables delays a connection of a client that sends too much, and no other connection", () => {
  const sentBytes = runInByteLimitedNetwork(`${programStart}
await once(send("127.0.0.2", 100_000), "close");
const countOfVisitor = countDropped();
const flood = send("127.0.0.3", 20_000_000);
while (countDropped() === countOfVisitor && !flood.closed) await delay(20);
const isFloodDelayed = !flood.closed && countDropped() > 0;
// Both would last for minutes at the speed of a delayed connection.
await once(send("127.0.0.2", 100_000), "close");
for (let visit = 0; visit < 20; visit += 1) await once(send("127.0.0.3", 4000), "close");
const connections = readTable().find((item) => item.set?.name === "connections4").set.elem;
const limitedClients = connections.map(({ elem }) => elem.val.concat[0]);
console.log(JSON.stringify({ countOfVisitor, isFloodDelayed, limitedClients: [...new Set(limitedClients)] }));
process.exit();
`);
  expect(sentBytes).toEqual({ countOfVisitor: 0, isFloodDelayed: true, limitedClients: ["127.0.0.3"] });
});

it("nftables counts all addresses of one customer's IPv6 network together", () => {
  const clients = runInByteLimitedNetwork(`${programStart}
for (const address of ["fd00:0:0:100::1", "fd00:0:0:1ff::1"]) await once(send(address, 1000), "close");
console.log(JSON.stringify(readTable().find((item) => item.set?.name === "clients6").set.elem.map(({ elem }) => elem.val)));
process.exit();
`);
  expect(clients).toEqual(["fd00:0:0:100::"]);
});

it.each([
  ["TCP", 6, 1],
  ["destination options, which can hide TCP", 60, 1],
  ["UDP", 17, 0],
])(
  "nftables drops an IPv6 fragment that can belong to TCP, and no other fragment: %s",
  (_name, nextHeader, dropCount) => {
    // Sends an IPv6 fragment header through a raw socket (protocol 44; RFC 8200, section 4.5). Its fields: next header,
    // reserved, offset 0 with the flag "more fragments", id 7.
    const sendFragment = `
    use Socket qw(:all);
    socket(my $socket, AF_INET6, SOCK_RAW, 44) or die $!;
    my $address = pack_sockaddr_in6(0, inet_pton(AF_INET6, "fd00:0:0:100::1"));
    send($socket, pack("CCnN", ${nextHeader}, 0, 1, 7) . ("x" x 16), 0, $address) or die $!;`;
    const droppedPackets = runInByteLimitedNetwork(`${programStart}
execFileSync("perl", ["-e", ${JSON.stringify(sendFragment)}]);
while (countDropped() < ${dropCount}) await delay(20);
console.log(countDropped());
process.exit();
`);
    expect(droppedPackets).toBe(dropCount);
  },
);
