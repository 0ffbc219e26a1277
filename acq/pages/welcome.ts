import type { IncomingMessage } from "node:http";
import { type Account, findAccount } from "../db/accounts";
import type { Acq } from "../graphql/call";
import { type Reply, readBody, createTextReply } from "../http";
import { hashPassword, passwordLength } from "../db/passwords";
import { deleteExpiredRows } from "../db/sweep";
import { toDisplayName } from "../shown-name";
import { fillPlaceholders, locales, type AcqTexts, getTexts } from "../texts/texts";
import { readToken } from "../db/tokens";
import { escapeHtml, renderHtmlPage } from "./page";
import type { OutboxMessage } from "../mail/mailer";

/**
 * Returns the outbox page: all e-mails that acq has sent, newest first. The page is for demonstrations and only in
 * English.
 */
export function renderOutboxPage(
  brand: string,
  messages: OutboxMessage[],
  showsDemonstrationNotice: boolean,
): Reply {
  const mainHtml = `<h1>Outbox</h1>
<p>Every email of this demonstration, newest first. The same as data: <a href="/outbox.json">outbox.json</a></p>
${messages.length === 0 ? "<p>No email has been sent yet.</p>" : `<ol>\n${messages.map(renderOutboxMessage).join("\n")}\n</ol>`}`;
  const noticeText = showsDemonstrationNotice ? getTexts("en").welcome.demonstration : undefined;
  return renderHtmlPage({ lang: "en", title: "Outbox", brand, mainHtml, noticeText });
}

function renderOutboxMessage({ subject, locale, to, sentAt, text, links }: OutboxMessage): string {
  return `<li>
<article>
<h2 lang="${locale}">${escapeHtml(subject)}</h2>
<dl>
<dt>To</dt><dd>${escapeHtml(to)}</dd>
<dt>Sent</dt><dd><time datetime="${sentAt}">${sentAt.replace("T", " ").replace(/\..*$/, " UTC")}</time></dd>
</dl>
<p class="text" lang="${locale}">${insertLinks(escapeHtml(text.trim()), links)}</p>
</article>
</li>`;
}

function insertLinks(text: string, links: string[]): string {
  return links
    .map(escapeHtml)
    .reduce((html, link) => html.replaceAll(link, `<a href="${link}">${link}</a>`), text);
}

interface WelcomePageOptions {
  acq: Acq;
  /** The visitor's locale. `lang` is the language of the texts, English if acq has none in this locale. */
  locale: string;
  lang: string;
  texts: AcqTexts["welcome"];
  noticeText: string | undefined;
}

interface PasswordForm {
  account: Account;
  token: string;
  error?: string;
}

function renderPasswordFormPage(
  { acq, lang, texts, noticeText }: WelcomePageOptions,
  { account, token, error }: PasswordForm,
): Reply {
  const errorSummaryHtml =
    error === undefined
      ? ""
      : `<div class="summary" role="alert">
<h2>${escapeHtml(texts.problem)}</h2>
<p><a href="#password">${escapeHtml(error)}</a></p>
</div>
`;
  const fieldErrorHtml =
    error === undefined ? "" : `<p class="error" id="password-error">${escapeHtml(error)}</p>`;
  const fieldAttributes =
    error === undefined
      ? `aria-describedby="password-hint"`
      : `aria-invalid="true" aria-describedby="password-error password-hint" autofocus`;
  const mainHtml = `${errorSummaryHtml}<h1>${escapeHtml(texts.title)}</h1>
<p>${escapeHtml(renderIntroduction(acq, account, texts))}</p>
<form method="post" action="/welcome?token=${encodeURIComponent(token)}" novalidate>
<label for="email">${escapeHtml(texts.email)}</label>
<input id="email" name="email" type="email" autocomplete="username" readonly value="${escapeHtml(account.email)}">
<label for="password">${escapeHtml(texts.password)}</label>
<p class="hint" id="password-hint">${escapeHtml(fillPlaceholders(texts.hint, passwordLength))}</p>
${fieldErrorHtml}
<input id="password" name="password" type="password" autocomplete="new-password" required ${fieldAttributes}>
<button class="button" type="submit">${escapeHtml(texts.submit)}</button>
</form>`;
  const title = error === undefined ? texts.title : fillPlaceholders(texts.error, { title: texts.title });
  return renderHtmlPage({
    status: error === undefined ? 200 : 422,
    lang,
    title,
    brand: acq.brand,
    mainHtml,
    noticeText,
  });
}

function renderIntroduction({ brand }: Acq, account: Account, texts: AcqTexts["welcome"]): string {
  const firstName = toDisplayName(account.first_name);
  return firstName === null
    ? fillPlaceholders(texts.introPlain, { brand })
    : fillPlaceholders(texts.intro, { firstName, brand });
}

function renderPasswordSavedPage({ acq, locale, lang, texts, noticeText }: WelcomePageOptions): Reply {
  const mainHtml = `<h1>${escapeHtml(texts.doneTitle)}</h1>
<p>${escapeHtml(fillPlaceholders(texts.doneText, { brand: acq.brand }))}</p>
<p><a class="button" href="${escapeHtml(acq.frontEndUrl)}/${locale}/login">${escapeHtml(texts.signIn)}</a></p>`;
  return renderHtmlPage({ lang, title: texts.doneTitle, brand: acq.brand, mainHtml, noticeText });
}

function renderInvalidLinkPage({ acq, lang, texts, noticeText }: WelcomePageOptions): Reply {
  const mainHtml = `<h1>${escapeHtml(texts.invalidTitle)}</h1>
<p>${escapeHtml(texts.invalidText)}</p>`;
  return renderHtmlPage({
    status: 404,
    lang,
    title: texts.invalidTitle,
    brand: acq.brand,
    mainHtml,
    noticeText,
  });
}

/**
 * Serves /welcome?token=…, where a new member chooses a password. A token works only once
 * (docs/develop/acq-protocol.md#embedded-acq).
 */
export async function respondToWelcomeRequest(
  acq: Acq,
  request: IncomingMessage,
  query: URLSearchParams,
  showsDemonstrationNotice: boolean,
): Promise<Reply> {
  const isPost = request.method === "POST";
  if (!isPost && request.method !== "GET" && request.method !== "HEAD") {
    return createTextReply(405, "GET or POST", { Allow: "GET, HEAD, POST" });
  }
  const body = isPost ? await readBody(request) : "";
  if (body === undefined) return createTextReply(413, "Too large", { Connection: "close" });

  deleteExpiredRows(acq);
  const token = query.get("token") ?? "";
  const account = findAccount(acq.database, "id", readToken(acq, "welcome", token));
  const locale = account?.locale ?? findPreferredLocale(request.headers["accept-language"] ?? "");
  const { welcome: texts, lang } = getTexts(locale);
  const welcomePageOptions = {
    locale,
    lang,
    texts,
    acq,
    noticeText: showsDemonstrationNotice ? texts.demonstration : undefined,
  };

  if (account === undefined) return renderInvalidLinkPage(welcomePageOptions);
  if (account.password_hash !== null) return renderPasswordSavedPage(welcomePageOptions);
  if (!isPost) return renderPasswordFormPage(welcomePageOptions, { account, token });

  const password = new URLSearchParams(body).get("password") ?? "";
  const characterCount = Array.from(password).length;
  if (characterCount < passwordLength.minimum) {
    return renderPasswordFormPage(welcomePageOptions, {
      account,
      token,
      error: fillPlaceholders(texts.tooShort, passwordLength),
    });
  }
  if (characterCount > passwordLength.maximum) {
    return renderPasswordFormPage(welcomePageOptions, {
      account,
      token,
      error: fillPlaceholders(texts.tooLong, passwordLength),
    });
  }
  acq.database.run("update accounts set password_hash = :hash where id = :id and password_hash is null", {
    id: account.id,
    hash: await hashPassword(password),
  });
  return createTextReply(303, "", { Location: `/welcome?token=${encodeURIComponent(token)}` });
}

/**
 * Returns the first language in Accept-Language that acq has texts in. The page uses this language if the link's token
 * belongs to no account.
 */
function findPreferredLocale(acceptLanguage: string): string {
  const languageCodes = acceptLanguage
    .split(",")
    .map((languageEntry) => languageEntry.trim().slice(0, 2).toLowerCase());
  const preferredLocale = languageCodes
    .map((languageCode) => locales.find((locale) => locale === languageCode))
    .find(Boolean);
  return preferredLocale ?? "en";
}
