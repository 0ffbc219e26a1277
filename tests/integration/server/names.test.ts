import { afterAll, beforeAll, expect, it } from "vitest";
import { startSite, type Site } from "./foreign-acq";
import { startStubAcq, createUsableDetails, type StubAcq } from "./stub-acq";

/** A name from acq may contain any characters, and is printed without changes (docs/product/overview.md#safe). */
const name = `<b>Anna</b> {{brand}} $t(frame:skipLink) "&amp;' </script>`;
const escapedName = `&lt;b&gt;Anna&lt;/b&gt; {{brand}} $t(frame:skipLink) &quot;&amp;amp;&#x27; &lt;/script&gt;`;

let inviterName: string = name;
let acq: StubAcq;
let site: Site;
beforeAll(async () => {
  acq = await startStubAcq((operationName) =>
    operationName === "checkRegistrationCode" ? createUsableDetails(inviterName) : {},
  );
  site = await startSite(acq.url);
});
afterAll(async () => {
  await site.server.stop();
  await acq.stop();
});

it.each(["/en?rc=ANY", "/en/registration/formstarted?rc=ANY"])(
  "page %s shows the inviter's name as text, not as HTML",
  async (path) => {
    const html = await (await fetch(site.url(path))).text();
    expect(html).toContain(`${escapedName} has invited you to Velvetgate</h1>`);
    expect(html).not.toContain("<b>Anna");
  },
);

it.each(["   ", "\u{202E}Anna", "An\u{7}na"])(
  "inviter's name does not appear if it looks like %j",
  async (suspiciousName) => {
    inviterName = suspiciousName;
    const html = await (await fetch(site.url("/en?rc=ANY"))).text();
    expect(html).toContain("You are invited to Velvetgate</h1>");
    expect(html).not.toContain("has invited you");
  },
);
