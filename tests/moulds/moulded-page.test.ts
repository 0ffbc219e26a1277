import { expect, test } from "vitest";
import { mouldedPage, type Drawing } from "~/moulds/moulded-page.server";
import { createMoulds, type Moulds } from "~/moulds/moulds.server";

type Words = readonly string[];
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("'", "&#x27;");

/** A house of pages that greet somebody, and how often one was drawn. */
function newHouse(greet: (facts: { code: string; inviter: string }) => string, moulds = createMoulds()) {
  const drawn: string[] = [];
  const draw: Drawing["draw"] = (words, text) => {
    const facts = JSON.parse(text) as { code: string; inviter: string };
    drawn.push(text);
    return Promise.resolve(`<p nonce="${words[0] ?? ""}">${escaped(greet(facts))}</p>`);
  };
  const visit = (words: Words, more: object = {}) => {
    const [, code = "", inviter = ""] = words;
    return mouldedPage(moulds, { words, facts: JSON.stringify({ code, inviter, ...more }), draw });
  };
  return { visit, drawn };
}

const plain = ({ code, inviter }: { code: string; inviter: string }) => `${inviter} brings ${code}.`;

test("the third visitor's page comes out of the mould that the second one left", async () => {
  const { visit, drawn } = newHouse(plain);
  await visit(["n1", "ALPHA", "Anna"]);
  await visit(["n2", "BRAVO", "Bruno"]);
  const before = drawn.length;
  expect(await visit(["n3", "R&D", "<b>O'Brien</b> $& $1"])).toBe(
    `<p nonce="n3">&lt;b>O&#x27;Brien&lt;/b> $&amp; $1 brings R&amp;D.</p>`
      .replaceAll(">O", "&gt;O")
      .replaceAll("/b>", "/b&gt;"),
  );
  expect(drawn.length).toBe(before);
});

test("no visitor's words are in what a mould is drawn of", async () => {
  const { visit, drawn } = newHouse(plain);
  await visit(["n1", "ALPHA", "Anna"]);
  await visit(["n2", "BRAVO", "Bruno"]);
  expect(drawn).toHaveLength(3);
  expect(drawn[2]).not.toMatch(/BRAVO|Bruno|ALPHA|Anna/);
});

test("other facts have a mould of their own", async () => {
  const { visit } = newHouse(plain);
  for (const inviter of ["Anna", "Bruno", "Carla"]) await visit(["n", "ALPHA", inviter], { country: "DE" });
  const { visit: other, drawn } = newHouse(plain);
  for (const country of ["DE", "FR", "IT"]) await other(["n", "ALPHA", "Anna"], { country });
  expect(drawn).toHaveLength(3);
});

test.each<[string, Parameters<typeof newHouse>[0]]>([
  ["writes a word in capitals", ({ inviter }) => inviter.toUpperCase()],
  ["shows a word's first letter", ({ inviter }) => inviter.slice(0, 1)],
  ["compares a word", ({ code }) => (code === "BRAVO" ? "VIP" : "welcome")],
])("a page that %s is drawn anew each time", async (_, greet) => {
  const { visit, drawn } = newHouse(greet);
  for (let time = 0; time < 2; time += 1) await visit(["n2", "BRAVO", "Bruno"]);
  const before = drawn.length;
  expect(await visit(["n3", "CARGO", "Carla"])).toBe(
    `<p nonce="n3">${greet({ code: "CARGO", inviter: "Carla" })}</p>`,
  );
  expect(drawn.length).toBe(before + 1);
});

test("a word that the page says anyway leaves no mould, and the next visitor's does", async () => {
  const { visit, drawn } = newHouse(({ inviter }) => `${inviter} brings Anna's regards`);
  for (const inviter of ["Anna", "Anna", "Bruno"]) await visit(["n0", "ALPHA", inviter]);
  const before = drawn.length;
  expect(await visit(["n0", "ALPHA", "Carla"])).toContain("Carla brings Anna&#x27;s regards");
  expect(drawn.length).toBe(before);
});

test("a word that a page's facts hold elsewhere is that word there too", async () => {
  const { visit } = newHouse(plain);
  for (const code of ["inviter", "code", "gap"])
    for (let time = 0; time < 3; time += 1)
      expect(await visit([`n${time}`, code, "Anna"])).toBe(`<p nonce="n${time}">Anna brings ${code}.</p>`);
});

test("the least used goes first", () => {
  const moulds: Moulds = createMoulds(2);
  moulds.keep("a", ["a"]);
  moulds.keep("b", ["b"]);
  moulds.find("a");
  moulds.find("c");
  expect([moulds.find("a").status, moulds.find("b").status]).toEqual(["made", "new"]);
});
