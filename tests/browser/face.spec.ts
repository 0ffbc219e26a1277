import { expect, test } from "./fixtures";

for (const latency of [0, 40])
  test(`the display face is there on a first visit, ${latency} ms away`, async ({ page, site }) => {
    const client = await page.context().newCDPSession(page);
    await client.send("Network.enable");
    await client.send("Network.emulateNetworkConditions", {
      ...{ latency, offline: false, downloadThroughput: 2_000_000, uploadThroughput: 500_000 },
    });
    await page.goto(site.url("/de"));
    await client.send("DOM.enable");
    await client.send("CSS.enable");
    const { root } = await client.send("DOM.getDocument");
    const { nodeId } = await client.send("DOM.querySelector", { nodeId: root.nodeId, selector: "h1" });
    const { fonts } = await client.send("CSS.getPlatformFontsForNode", { nodeId });
    expect(fonts.map(({ familyName, isCustomFont }) => [familyName, isCustomFont])).toEqual([
      [expect.stringContaining("Playfair"), true],
    ]);
  });
