import * as z from "zod";
import type { Account } from "../db/accounts";
import { findCode } from "../db/codes";
import { createRandomValue } from "../db/random-value";
import type { Acq } from "../graphql/call";
import { gatePictureId, saveMessage } from "./mailer";
import { toDisplayName } from "../shown-name";
import { fillPlaceholders, getTexts } from "../texts/texts";
import { escapeHtml } from "../pages/page";

interface MailContent {
  lang: string;
  brand: string;
  subject: string;
  /** The paragraphs before the activation button, as escaped HTML. */
  introParagraphs: string[];
  button: { label: string; link: string };
  fallbackText: string;
  /**
   * A paragraph that says how long the link is valid, as escaped HTML. `signOff` and `ignoreText` are escaped HTML too.
   */
  validityText: string;
  signOff: string;
  ignoreText: string;
  imprint: { label: string; link: string };
}

const headingFontFamily = "'Bodoni 72',Didot,'Playfair Display',Georgia,'Times New Roman',serif";
const textFontFamily = "'Avenir Next',Avenir,'Segoe UI','Helvetica Neue',Helvetica,Arial,sans-serif";
const paragraphStyle = `margin:0 0 18px;font:17px/1.6 ${textFontFamily};color:#171214`;
const smallParagraphStyle = `margin:0 0 12px;font:14px/1.6 ${textFontFamily};color:#5f565a`;
const footerStyle = `margin:0 0 12px;font:14px/1.6 ${textFontFamily};color:#b9aeb1`;
const tableAttributes = `role="presentation" cellpadding="0" cellspacing="0" border="0"`;

/**
 * Returns the e-mail as HTML with tables and inline styles, which every mail program supports. The HTML loads no files:
 * its picture is part of the e-mail (mailer.ts). The logo consists of three table cells, skewed if the mail program
 * supports CSS transforms. Mail programs show the first paragraph after the subject in their list of e-mails.
 */
function createMailHtml({
  lang,
  brand,
  subject,
  introParagraphs,
  button,
  fallbackText,
  validityText,
  signOff,
  ignoreText,
  imprint,
}: MailContent): string {
  const link = escapeHtml(button.link);
  const [greeting = "", ...paragraphs] = introParagraphs;
  return `<!doctype html>
<html lang="${lang}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light only">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#0b090a">
<div style="display:none;max-height:0;overflow:hidden">${paragraphs[0] ?? ""}</div>
<table ${tableAttributes} width="100%" bgcolor="#0b090a">
<tr><td align="center" style="padding:36px 12px">
<table ${tableAttributes} width="100%" style="max-width:560px">
<tr><td style="padding:0 32px 28px"><table ${tableAttributes}><tr>
${["#f3efec", "#e0526a", "#f3efec"].map(createLogoCell).join("\n")}
<td style="padding-left:12px;font:24px/28px ${headingFontFamily};color:#f3efec">${escapeHtml(brand)}</td>
</tr></table></td></tr>
<tr><td><img src="cid:${gatePictureId}" alt="" width="560" height="184" style="display:block;width:100%;height:auto"></td></tr>
<tr><td bgcolor="#f3efec" style="padding:44px 32px 36px;border-top:4px solid #a11d41">
<h1 style="margin:0 0 22px;font:400 34px/1.15 ${headingFontFamily};color:#171214">${greeting}</h1>
${paragraphs.map((paragraph) => `<p style="${paragraphStyle}">${paragraph.replaceAll("\n", "<br>")}</p>`).join("\n")}
<table ${tableAttributes} style="margin:10px 0 30px">
<tr><td bgcolor="#6d1029" style="padding:17px 36px"><a href="${link}" style="font:600 17px/1.2 ${textFontFamily};color:#ffffff;text-decoration:none">${escapeHtml(button.label)}</a></td></tr>
</table>
<p style="${paragraphStyle}">${validityText}</p>
<p style="${paragraphStyle}">${signOff.replaceAll("\n", "<br>")}</p>
<p style="${smallParagraphStyle}">${escapeHtml(fallbackText)}<br><a href="${link}" style="color:#6d1029;word-break:break-all">${link}</a></p>
</td></tr>
<tr><td style="padding:28px 32px 0">
<p style="${footerStyle}">${ignoreText}</p>
<p style="${footerStyle}">${escapeHtml(brand)} · <a href="${escapeHtml(imprint.link)}" style="color:#b9aeb1">${escapeHtml(imprint.label)}</a></p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function createLogoCell(logoColor: string): string {
  return `<td style="padding-right:3px"><div style="width:6px;height:24px;background:${logoColor};font-size:0;transform:skewX(-14deg)"></div></td>`;
}

interface ActivationMessageOptions {
  locale: string;
  brand: string;
  firstName: string;
  /** The inviter's name; null if the code has no inviter. */
  inviter: string | null;
  link: string;
  /** When the link expires, in milliseconds since 1970. */
  expiresAt: number;
  /** The URL of the page that names the club's company. */
  imprintLink: string;
}

/** Returns the activation e-mail in the visitor's language, as text and as HTML. */
function createActivationMessage(options: ActivationMessageOptions): {
  /** The language of the e-mail: English if acq has no texts in the requested language. */
  locale: string;
  subject: string;
  text: string;
  html: string;
} {
  const { locale, brand, link, imprintLink } = options;
  const [firstName, inviter] = [toDisplayName(options.firstName), toDisplayName(options.inviter)];
  const { mail: texts, lang } = getTexts(locale);
  const until = formatExpiry(lang, options.expiresAt);
  const fillText = (text: string): string =>
    fillPlaceholders(text, { brand, firstName: firstName ?? "", inviter: inviter ?? "", until });
  const greeting = firstName === null ? texts.greetingPlain : texts.greeting;
  const introTexts = [greeting, inviter ? texts.introInvited : texts.intro, texts.next].map(fillText);
  const signOff = fillText(texts.signOff);
  const [validity, ignore] = [fillText(texts.validity), fillText(texts.ignore)];
  const subject = fillText(texts.subject);
  return {
    locale: lang,
    subject,
    text:
      [
        ...introTexts,
        `${texts.button}\n${link}`,
        validity,
        ignore,
        signOff,
        `${texts.imprint}\n${imprintLink}`,
      ].join("\n\n") + "\n",
    html: createMailHtml({
      lang,
      brand,
      subject,
      introParagraphs: introTexts.map(escapeHtml),
      button: { label: texts.button, link },
      fallbackText: texts.fallback,
      validityText: escapeHtml(validity),
      signOff: escapeHtml(signOff),
      ignoreText: escapeHtml(ignore),
      imprint: { label: texts.imprint, link: imprintLink },
    }),
  };
}

/** Returns date and time in the club's time zone, for example "24 November 2026 at 10:00 CET". */
function formatExpiry(lang: string, expiresAt: number): string {
  return new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "Europe/Berlin",
    timeZoneName: "short",
  }).format(expiresAt);
}

/** An activation is valid for 72 hours after the newest e-mail (acq.graphql). */
export const activationLifetimeMs = 72 * 60 * 60 * 1000;

export function createActivationId(): string {
  return createRandomValue(24);
}

/** At most one activation e-mail a minute per recipient (acq.graphql). */
export const minMailIntervalMs = 60 * 1000;

const lastMailRowSchema = z.object({ activation_id: z.string(), mailed_at: z.number() });

/**
 * Returns the time and the activation id of the last activation e-mail to an address, even if its account was deleted
 * since then. Undefined if acq sent none within the last minute.
 */
export function findLastActivationMail(
  { database }: Acq,
  emailKey: string,
): z.infer<typeof lastMailRowSchema> | undefined {
  return database.readRow(lastMailRowSchema, "select * from mailed where email_key = :key", {
    key: emailKey,
  });
}

/** Returns the seconds until acq may send the account's next activation e-mail. */
export function computeMailWaitSeconds(acq: Acq, account: Account): number {
  const lastMail = findLastActivationMail(acq, account.email_key);
  return lastMail === undefined ? 0 : Math.ceil((lastMail.mailed_at + minMailIntervalMs - acq.now()) / 1000);
}

/**
 * Adds the activation e-mail to the outbox and extends the activation to 72 hours from now. Links in earlier e-mails
 * stay valid. The activation of a demonstration account never expires.
 *
 * @returns false, without an effect, if an activation e-mail was sent within the last minute
 */
export function sendActivationEmail(acq: Acq, account: Account, locale: string): boolean {
  if (computeMailWaitSeconds(acq, account) > 0) return false;
  const expiresAt = acq.now() + activationLifetimeMs;
  const path = `/${locale}/registration/activateaccount?accountActivationId=${account.activation_id}`;
  const link = acq.frontEndUrl + path;
  const code = account.invited_with === null ? undefined : findCode(acq.database, account.invited_with);
  const message = createActivationMessage({
    locale,
    brand: acq.brand,
    link,
    expiresAt,
    imprintLink: `${acq.frontEndUrl}/${locale}/info/imprint`,
    firstName: account.first_name,
    inviter: code?.inviter_name ?? null,
  });
  saveMessage(acq, { ...message, to: account.email, links: [link] });
  acq.database.run(
    `update accounts set mailed_at = :now, locale = :locale,
       activation_expires_at = case when mailed_at is not null and activation_expires_at is null
         then null else :expires end
     where id = :id`,
    { id: account.id, locale, now: acq.now(), expires: expiresAt },
  );
  acq.database.run("insert or replace into mailed values (:key, :activationId, :now)", {
    key: account.email_key,
    activationId: account.activation_id,
    now: acq.now(),
  });
  return true;
}
