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
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { browserArguments, findBrowser } from "../../../scripts/browser.mjs";
import { freePort } from "../../support/free-port";
import { startProcess, waitUntilReady, type ServerProcess } from "../../support/server-process";
import { createTestedAcqVariables, testedSiteVariables } from "../../support/velvetgate";

const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));
/** A copy of the project that the test edits. It links to the installed packages, except Vite's own cache. */
const copyFolder = mkdtempSync(join(tmpdir(), "velvetgate-dev-"));
const formPath = "/en/registration/formstarted?rc=WELCOME";
/** The time limit for each step in milliseconds; long enough for a busy machine. */
const deadline = 180_000;
vi.setConfig({ testTimeout: 4 * deadline });
const errors: string[] = [];
let origin: string;
let server: ServerProcess;
let browser: Browser;
let page: Page;

declare global {
  /** Shows if the page has reloaded: the test sets the variable before an edit, and a reload removes it. */
  var isOldPage: true | undefined;
}

beforeAll(async () => {
  copySources();
  writeFileSync(join(copyFolder, ".env"), "");
  const [port, acqPort] = [await freePort(), await freePort()];
  origin = `http://localhost:${port}`;
  server = startProcess(
    ["scripts/dev.mjs"],
    {
      NODE_ENV: "",
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      ACQ_EMBEDDED: "true",
      ...createTestedAcqVariables(acqPort),
      ...testedSiteVariables,
    },
    { cwd: copyFolder },
  );
  await waitUntilReady(server, `${origin}/readyz`);
  const executablePath = findBrowser();
  browser = await chromium.launch({ args: browserArguments, ...(executablePath && { executablePath }) });
  page = await browser.newPage();
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.setDefaultTimeout(deadline);
  await page.goto(`${origin}${formPath}`);
  await waitForHydration();
  await locateFirstnameField().fill("Ada");
});
beforeEach(({ onTestFailed }) => {
  // Prints the server's output when a test fails. If the server has ended, the browser reports only a timeout.
  onTestFailed(() => {
    console.error(`The last output of npm run dev:\n${server.log().slice(-2000)}`);
  });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  rmSync(copyFolder, { recursive: true });
});

function copySources(): void {
  const excludedNames = new Set([
    ".git",
    ".cache",
    "build",
    "data",
    "docs",
    "node_modules",
    "tests",
    "test-results",
  ]);
  for (const name of readdirSync(projectRoot).filter((directoryEntry) => !excludedNames.has(directoryEntry)))
    cpSync(join(projectRoot, name), join(copyFolder, name), {
      recursive: true,
      filter: (file) => !file.endsWith("node_modules"),
    });
  const packages = join(copyFolder, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(join(projectRoot, "node_modules")).filter(
    (directoryEntry) => directoryEntry !== ".vite",
  ))
    symlinkSync(join(projectRoot, "node_modules", name), join(packages, name));
}

function editFile(file: string, search: string | RegExp, replacement: string): void {
  const path = join(copyFolder, file);
  const text = readFileSync(path, "utf8");
  const editedText = text.replace(search, replacement);
  expect(editedText).not.toBe(text);
  writeFileSync(path, editedText);
}

async function waitForHydration(): Promise<void> {
  await page.waitForSelector("html[data-hydrated]", { state: "attached" });
}

const locateFirstnameField = () => page.locator("input[name=firstname]");

async function text(path: string): Promise<string> {
  return (await fetch(origin + path)).text();
}

function postForm(path: string, form: Record<string, string>): Promise<Response> {
  const headers = { Origin: origin };
  return fetch(origin + path, {
    method: "POST",
    headers,
    body: new URLSearchParams(form),
    redirect: "manual",
  });
}

/** Edits a file and waits until the open page has reloaded. */
async function editAndReload(...change: Parameters<typeof editFile>): Promise<void> {
  // Waits until a reload for the previous edit has ended: sets a variable that a reload removes, until the variable
  // stays.
  const markPage = () => page.evaluate(() => (window.isOldPage = true)).catch(() => false);
  await expect.poll(markPage, { timeout: deadline }).toBe(true);
  editFile(...change);
  await page.waitForFunction(() => !window.isOldPage);
  await waitForHydration();
}

async function readOutlineColor(element: "html" | "body"): Promise<string> {
  return page.locator(element).evaluate((htmlElement) => getComputedStyle(htmlElement).outlineColor);
}

describe("npm run dev (hot reload)", () => {
  it.each([
    ["an edited route", "app/routes/registration/formstarted/route.tsx", '<div className="stack"', "route"],
    ["an edited component", "app/ui/components/field.tsx", '<div className="field"', "component"],
  ])("replaces %s in the open page without a reload", async (_kind, file, element, newText) => {
    await page.evaluate(() => (window.isOldPage = true));
    editFile(file, element, `${element} data-edited="${newText}"`);
    await page.waitForSelector(`[data-edited=${newText}]`, { state: "attached" });
    await expect.poll(() => text(formPath), { timeout: deadline }).toContain(`data-edited="${newText}"`);
    expect(await page.evaluate(() => window.isOldPage)).toBe(true);
    expect(await locateFirstnameField().inputValue()).toBe("Ada");
    expect(errors).toEqual([]);
  });

  it("replaces a changed style in later.css without a reload", async () => {
    await page.evaluate(() => (window.isOldPage = true));
    editFile("app/ui/styles/later.css", /^/, "body { outline-color: rgb(1, 2, 3) }\n");
    await expect.poll(() => readOutlineColor("body"), { timeout: deadline }).toBe("rgb(1, 2, 3)");
    expect(await page.evaluate(() => window.isOldPage)).toBe(true);
    expect(await locateFirstnameField().inputValue()).toBe("Ada");
    expect(errors).toEqual([]);
  });
});

describe("npm run dev (page reload)", () => {
  it.each<[string, Parameters<typeof editFile>, () => Promise<void>]>([
    [
      "a static part",
      ["app/ui/layouts/page-footer.static.tsx", "<footer", '<footer data-edited="footer"'],
      async () => expect(await page.locator("[data-edited=footer]").count()).toBe(1),
    ],
    [
      "a style of the first screen",
      ["app/ui/styles/base.css", /$/, "\nhtml { outline-color: rgb(1, 2, 4) }\n"],
      async () => expect(await readOutlineColor("html")).toBe("rgb(1, 2, 4)"),
    ],
    [
      "a text",
      ["locales/en/common.json", /": "(?=[A-Z])/, '": "Edited '],
      async () => expect(await page.content()).toContain("Edited "),
    ],
    [
      "a security header",
      ["app/server/security-headers.server.ts", "camera=()", "camera=(self)"],
      async () => {
        const { headers } = await fetch(origin + formPath);
        expect(headers.get("permissions-policy")).toContain("camera=(self)");
      },
    ],
    [
      "a domain rule",
      [
        "app/domain/registration/registration-code.ts",
        "normalizeCharacters(input)",
        'normalizeCharacters(input).replace("SESAME", "WELCOME")',
      ],
      async () => {
        const codeResponse = await postForm("/en", { intent: "check-code", registrationCode: "SESAME" });
        expect(codeResponse.status).toBe(303);
      },
    ],
    [
      "the field table",
      [
        "app/domain/registration/registration-fields.ts",
        /(name: "postalCode",\s.*\s.*\s+)needsFeature: true,/,
        "$1",
      ],
      async () => expect(await page.locator("[name=postalCode]").count()).toBe(1),
    ],
    [
      "the embedded acq",
      ["acq/db/demonstration.ts", 'inviter: "Anna"', 'inviter: "Berta"'],
      async () => expect(await text(formPath)).toContain("Berta"),
    ],
    [
      "an operation of acq",
      [
        "app/acq/operations/check-registration-code.server.ts",
        "transform(sanitizeName)",
        'transform(() => "Greta")',
      ],
      async () => expect(await text(formPath)).toContain("Greta"),
    ],
    [
      "the configuration",
      [".env", /$/, "BRAND_NAME=Edited Club\n"],
      async () => expect(await page.title()).toContain("Edited Club"),
    ],
  ])(
    "reloads the open page after an edit of %s, and keeps the typed text",
    async (_kind, argumentsOfEdit, expectSeen) => {
      await editAndReload(...argumentsOfEdit);
      await expectSeen();
      expect(await locateFirstnameField().inputValue()).toBe("Ada");
      expect(errors).toEqual([]);
    },
  );
});

it("npm run dev serves a language that is added while it runs", async () => {
  cpSync(join(copyFolder, "locales/en"), join(copyFolder, "locales/da"), { recursive: true });
  await editAndReload(
    "app/i18n/locales.ts",
    /(?=\{ code: "de")/,
    '{ code: "da", languageTag: "da-DK", name: "Dansk" },\n  ',
  );
  await expect
    .poll(() => text("/da/registration/gift-voucher"), { timeout: deadline })
    .toContain('lang="da-DK"');
});

it("npm run dev applies changes to the list of routes", async () => {
  await editAndReload("app/routes.ts", /"registration\/gift-voucher": .*/, "");
  const status = async () =>
    (await fetch(`${origin}/en/registration/gift-voucher`, { redirect: "manual" })).status;
  await expect.poll(status, { timeout: deadline }).toBe(302);
});

it("npm run dev shows an error's message and stack in the log and on the page", async () => {
  await editAndReload(
    "app/routes/registration/deny/route.tsx",
    "const context = getRequestContext(args);",
    'const context = getRequestContext(args);\n  if (context) throw new TypeError("the drawer is stuck");',
  );
  const errorStack = "TypeError: the drawer is stuck\n    at loader";
  await expect.poll(() => text("/en/registration/deny"), { timeout: deadline }).toContain(errorStack);
  await expect
    .poll(() => server.log(), { timeout: deadline })
    .toContain(errorStack.replace("\n", String.raw`\n`));
});

it("npm run dev names an unknown form field in the log and on the page", async () => {
  const send = () => postForm("/en", { intent: "check-code", registrationCode: "WELCOME", shoeSize: "1" });
  const response = await send();
  expect(response.status).toBe(400);
  const reason = "the field shoeSize is not in app/request/field-names.ts";
  expect(await response.text()).toContain(reason);
  await expect.poll(() => server.log(), { timeout: deadline }).toContain(`"refusal":"${reason}"`);
  await editAndReload("app/request/field-names.ts", '"intent",', '"intent", "shoeSize",');
  expect((await send()).status).toBe(303);
});

it("npm run dev shows why the server cannot start, and reloads the page after a fix", async () => {
  editFile("server.ts", /^/, "broken(;\n");
  await expect.poll(() => text(formPath), { timeout: deadline }).toContain("server.ts");
  await page.waitForSelector("vite-error-overlay", { state: "attached" });
  await editAndReload("server.ts", "broken(;\n", "");
  expect(await locateFirstnameField().inputValue()).toBe("Ada");
});

it("npm run dev exits with one line for an invalid variable", async () => {
  const failedProcess = startProcess(
    ["scripts/dev.mjs"],
    { NODE_ENV: "", TRUST_PROXY: "yes" },
    { cwd: copyFolder },
  );
  expect(await failedProcess.exitPromise).toBe(1);
  expect(failedProcess.log()).toContain('TRUST_PROXY is "yes"; allowed is a whole number from 0 to 10\n');
});
