import { createSocket } from "node:dgram";
import { once } from "node:events";

interface DnsServer {
  stop: () => Promise<void>;
}

const dnsHeaderBytes = 12;
const addressRecordType = 1;

/** Starts a name server that resolves one name to IPv4 addresses, like Docker's. */
export async function startDnsServer(
  port: number,
  name: string,
  addresses: () => readonly string[],
): Promise<DnsServer> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port: clientPort, address }) => {
    socket.send(createResponse(query, name, addresses()), clientPort, address);
  });
  socket.bind(port, "127.0.0.1");
  await once(socket, "listening");
  return {
    async stop() {
      socket.close();
      await once(socket, "close");
    },
  };
}

/** Returns the response to a DNS query that contains one question (RFC 1035, section 4). */
function createResponse(query: Buffer, name: string, ipAddresses: readonly string[]): Buffer {
  const nameEndOffset = query.indexOf(0, dnsHeaderBytes) + 1;
  const question = query.subarray(dnsHeaderBytes, nameEndOffset + 4);
  const isKnown = question.toString("latin1", 1, 1 + name.length).toLowerCase() === name;
  const isIPv4Query = query.readUInt16BE(nameEndOffset) === addressRecordType;
  const addressRecords = isKnown && isIPv4Query ? ipAddresses : [];
  const header = Buffer.from(query.subarray(0, dnsHeaderBytes));
  // Writes the flags of a recursive DNS response: without error for the known name, with NXDOMAIN for other names.
  header.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(addressRecords.length, 6);
  header.writeUInt16BE(0, 8);
  header.writeUInt16BE(0, 10);
  return Buffer.concat([header, question, ...addressRecords.map(createAddressRecord)]);
}

function createAddressRecord(ipAddress: string): Buffer {
  // The DNS record: a pointer to the question's name, type A, class IN, a TTL of one second, and four bytes of data.
  const recordHeader = Buffer.from([0xc0, dnsHeaderBytes, 0, addressRecordType, 0, 1, 0, 0, 0, 1, 0, 4]);
  return Buffer.concat([recordHeader, Buffer.from(ipAddress.split(".").map(Number))]);
}
