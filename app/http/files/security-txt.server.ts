import express, { type RequestHandler } from "express";
import type { Config } from "~/config/environment";
import { localeCodes } from "~/i18n/locales";
import { fileHeaders } from "../security-headers.server";

/** At the root of the origin under any base path (RFC 8615, section 3). */
export const securityTxtPath = "/.well-known/security.txt";

const dayMs = 24 * 60 * 60 * 1000;
/** Less than a year, as RFC 9116, section 2.5.5, recommends: an operator who is gone is not asked for ever. */
const goodForDays = 180;

/** Says who hears of vulnerabilities (RFC 9116); without SECURITY_CONTACT there is no such file. */
export function securityTxt(config: Config, clock: () => Date): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true });
  if (config.securityContacts.length === 0) return router;
  router.get(securityTxtPath, (_req, res) => {
    fileHeaders(res);
    res.set("Cache-Control", "public, max-age=3600").type("text/plain").send(textFor(config, clock()));
  });
  return router;
}

function textFor({ securityContacts, publicOrigin, localeDomains }: Config, now: Date): string {
  const expires = new Date(now.getTime() + goodForDays * dayMs);
  expires.setUTCHours(0, 0, 0, 0);
  const scheme = publicOrigin.split("//", 1).join("");
  const origins = [publicOrigin, ...[...localeDomains.keys()].map((host) => `${scheme}//${host}`)];
  return [
    ...securityContacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${["en", ...localeCodes.filter((code) => code !== "en")].join(", ")}`,
    ...origins.map((origin) => `Canonical: ${origin}${securityTxtPath}`),
    "",
  ].join("\n");
}
