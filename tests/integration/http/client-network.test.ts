import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toNetworkKey, toWiderNetworkKey } from "~/request/limits/limit-keys.server";

describe("client network", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::1", "0:0:0:0::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:0DB8:0:1::", "2001:db8:0:1::/64"],
    ["2001:db8:a:b:c:d:e:f", "2001:db8:a:b::/64"],
    ["1::2:3:4:5:6:7", "1:0:2:3::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["unknown", "unknown"],
    ["", ""],
  ])("of the address '%s' is '%s'", (clientAddress, network) => {
    expect(toNetworkKey(clientAddress)).toBe(network);
  });

  const arbitraryAddressGroup = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
  const arbitraryAddressHalf = fc
    .tuple(arbitraryAddressGroup, arbitraryAddressGroup, arbitraryAddressGroup, arbitraryAddressGroup)
    .map((groups) => groups.join(":"));

  it("covers all addresses of an IPv6 /64, in any spelling, and no address of another /64", () => {
    fc.assert(
      fc.property(
        arbitraryAddressHalf,
        arbitraryAddressHalf,
        arbitraryAddressHalf,
        arbitraryAddressHalf,
        (networkHalf, otherNetworkHalf, interfaceHalf, otherInterfaceId) => {
          const network = toNetworkKey(`${networkHalf}:${interfaceHalf}`);
          expect(toNetworkKey(compressIpv6(`${networkHalf}:${otherInterfaceId}`))).toBe(network);
          expect(toNetworkKey(`${otherNetworkHalf}:${interfaceHalf}`) === network).toBe(
            otherNetworkHalf === networkHalf,
          );
        },
      ),
    );
  });

  it.each([
    ["2001:db8:a:bcd::1", "2001:db8:a:b00::/56"],
    ["2001:db8:a:b:c:d:e:f", "2001:db8:a:0::/56"],
    ["2001:db8:a:ffff::", "2001:db8:a:ff00::/56"],
    ["::1", "0:0:0:0::/56"],
    ["192.0.2.1", undefined],
    ["unknown", undefined],
  ])(
    "of the address %s belongs to the /56 network %s (undefined unless it is IPv6)",
    (clientAddress, network) => {
      expect(toWiderNetworkKey(clientAddress)).toBe(network);
    },
  );

  it("equals the client address for every IPv4 address", () => {
    fc.assert(
      fc.property(fc.ipV4(), (clientAddress) => {
        expect(toNetworkKey(clientAddress)).toBe(clientAddress);
      }),
    );
  });
});

/** Returns the address as a URL writes it (RFC 5952). */
function compressIpv6(clientAddress: string): string {
  return new URL(`http://[${clientAddress}]`).hostname.slice(1, -1);
}
