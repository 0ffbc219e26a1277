import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type Page } from "@playwright/test";
import { afterAll, beforeAll, expect, it } from "vitest";
import { browserArguments, findBrowser } from "../../../scripts/browser.mjs";
import { freePort } from "../../support/free-port";
import { startProcess, waitUntilReady, type ServerProcess } from "../../support/server-process";
import { testedAcq, testedSite } from "../../support/velvetgate";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** A copy, which may be edited; its packages are ours, with a place of its own for what Vite makes of them. */
const copy = mkdtempSync(join(tmpdir(), "velvetgate-dev-"));
const errors: string[] = [];
let server: ServerProcess;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  copySources();
  const [port, acqPort] = [await freePort(), await freePort()];
  const origin = `http://localhost:${port}`;
  server = startProcess(
    ["scripts/dev.mjs"],
    {
      ...{ NODE_ENV: "", PORT: String(port), PUBLIC_ORIGIN: origin, ACQ_EMBEDDED: "true" },
      ...{ ...testedAcq(acqPort), ...testedSite },
    },
    { cwd: copy },
  );
  await waitUntilReady(server, `${origin}/readyz`);
  const executablePath = findBrowser();
  browser = await chromium.launch({ args: browserArguments, ...(executablePath && { executablePath }) });
  page = await browser.newPage();
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const connected = page.waitForEvent("console", { predicate: (line) => line.text().includes("connected.") });
  await page.goto(`${origin}/en/registration/formstarted?rc=WELCOME`);
  await connected;
  await hydrated();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await server.stop();
  rmSync(copy, { recursive: true });
});

function copySources(): void {
  const left = new Set([".git", ".cache", "build", "data", "docs", "node_modules", "tests", "test-results"]);
  for (const name of readdirSync(root).filter((entry) => !left.has(entry)))
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (file) => !file.endsWith("node_modules"),
    });
  const packages = join(copy, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(join(root, "node_modules")).filter((entry) => entry !== ".vite"))
    symlinkSync(join(root, "node_modules", name), join(packages, name));
}

function edit(file: string, before: string | RegExp, after: string): void {
  const path = join(copy, file);
  const text = readFileSync(path, "utf8");
  const edited = text.replace(before, after);
  expect(edited).not.toBe(text);
  writeFileSync(path, edited);
}

async function hydrated(): Promise<void> {
  await page.waitForSelector("html[data-hydrated]", { state: "attached" });
}

it("a page hydrates, and an edited component and style arrive without a reload", async () => {
  const typed = page.locator("input[type=text]:visible").first();
  await typed.fill("Ada");
  edit(
    "app/routes/registration/formstarted/route.tsx",
    /<(section|main|h1|form|div)\b/,
    '<$1 data-edited="yes"',
  );
  await page.waitForSelector("[data-edited=yes]", { state: "attached" });
  edit("app/ui/styles/later.css", /^/, "body { outline-color: rgb(1, 2, 3) }\n");
  await page.waitForFunction(() => getComputedStyle(document.body).outlineColor === "rgb(1, 2, 3)");
  expect(await typed.inputValue()).toBe("Ada");
  expect(errors).toEqual([]);
});

it("edited texts and styles of the first screen load the page anew", async () => {
  edit("app/ui/styles/base.css", /$/, "\nhtml { outline-color: rgb(1, 2, 4) }\n");
  await page.waitForFunction(
    () => getComputedStyle(document.documentElement).outlineColor === "rgb(1, 2, 4)",
  );
  await hydrated();
  edit("locales/en/common.json", /": "(?=[A-Z])/, '": "Edited ');
  await page.waitForFunction(() => document.documentElement.outerHTML.includes("Edited "));
  await hydrated();
  expect(await page.locator("input[type=text]:visible").first().inputValue()).toBe("Ada");
  expect(errors).toEqual([]);
});

it("shows an error's message and stack in the log and on the page", async () => {
  edit(
    "app/routes/registration/gift-voucher/route.tsx",
    "const app = requestContext(context, request);",
    'const app = requestContext(context, request);\n  if (app) throw new TypeError("the drawer is stuck");',
  );
  const address = `${new URL(page.url()).origin}/en/registration/gift-voucher`;
  await expect
    .poll(async () => (await fetch(address)).text(), { timeout: 30_000 })
    .toContain("TypeError: the drawer is stuck\n    at loader");
  await expect
    .poll(() => server.log(), { timeout: 30_000 })
    .toContain(String.raw`TypeError: the drawer is stuck\n    at loader`);
});

it("a change of app/routes.ts starts the server anew", { timeout: 180_000 }, async () => {
  edit("app/routes.ts", /$/, "\n");
  await expect.poll(() => server.log().split('"listening"').length, { timeout: 170_000 }).toBe(3);
});
