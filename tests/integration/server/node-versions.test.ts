import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { z } from "zod";
import { ensureInstalled } from "../../../scripts/prepare.mjs";
import { newMember, newMembersPassword } from "../../support/new-member";
import { startVelvetgate } from "../../support/velvetgate";
import { newHttpVisitor } from "./http-visitor";

const folder = "tests/integration/node-versions";
const fileIn = (path: string) => fileURLToPath(new URL(`../../../${folder}/${path}`, import.meta.url));
const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(fileIn("package.json"), "utf8")));
await ensureInstalled(folder);

it.each(Object.keys(dependencies).filter((name) => name !== "npm"))(
  "%s runs the built server: a visitor registers, activates the account and signs in",
  { timeout: 120_000 },
  async (name) => {
    const site = await startVelvetgate({ node: fileIn(`node_modules/${name}/bin/node`) });
    try {
      const { email } = await newMember(site);
      const member = newHttpVisitor(site);
      const credentials = { email, password: newMembersPassword, returnTo: "/invite" };
      expect((await member.post("/login", credentials)).location).toBe("/invite");
      expect((await member.get("/invite")).status).toBe(200);
      expect(site.log()).not.toMatch(/Warning|deprecat/i);
    } finally {
      expect(await site.stop()).toBe(0);
    }
  },
);
