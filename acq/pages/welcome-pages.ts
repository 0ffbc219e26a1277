import type { Account } from "../accounts";
import type { Acq } from "../call";
import { escapeHtml } from "../html";
import type { Answer } from "../http";
import { PASSWORD_LENGTH } from "../passwords";
import type { Texts } from "../texts/texts";
import { page } from "./page";

export interface Frame {
  acq: Acq;
  /** The visitor's, and the language of the words. */
  locale: string;
  lang: string;
  words: Texts["welcome"];
  notice: string | undefined;
}

interface Form {
  account: Account;
  token: string;
  error?: string;
}

export function formPage({ acq, lang, words, notice }: Frame, { account, token, error }: Form): Answer {
  const summary =
    error === undefined
      ? ""
      : `<div class="summary" role="alert">
<h2>${escapeHtml(words.problem)}</h2>
<p><a href="#password">${escapeHtml(error)}</a></p>
</div>
`;
  const fieldError =
    error === undefined ? "" : `<p class="error" id="password-error">${escapeHtml(error)}</p>`;
  const state =
    error === undefined
      ? `aria-describedby="password-hint"`
      : `aria-invalid="true" aria-describedby="password-error password-hint" autofocus`;
  const main = `${summary}<h1>${escapeHtml(words.title)}</h1>
<p>${escapeHtml(words.intro(account.first_name, acq.brand))}</p>
<form method="post" action="/welcome?token=${encodeURIComponent(token)}" novalidate>
<label for="email">${escapeHtml(words.email)}</label>
<input id="email" name="email" type="email" autocomplete="username" readonly value="${escapeHtml(account.email)}">
<label for="password">${escapeHtml(words.password)}</label>
<p class="hint" id="password-hint">${escapeHtml(words.hint(PASSWORD_LENGTH.minimum))}</p>
${fieldError}
<input id="password" name="password" type="password" autocomplete="new-password" required ${state}>
<button class="button" type="submit">${escapeHtml(words.submit)}</button>
</form>`;
  const title = error === undefined ? words.title : `${words.error}: ${words.title}`;
  return page({ status: error === undefined ? 200 : 422, lang, title, brand: acq.brand, main, notice });
}

export function donePage({ acq, locale, lang, words, notice }: Frame): Answer {
  const main = `<h1>${escapeHtml(words.doneTitle)}</h1>
<p>${escapeHtml(words.doneText(acq.brand))}</p>
<p><a class="button" href="${escapeHtml(acq.frontEndUrl)}/${locale}/login">${escapeHtml(words.signIn)}</a></p>`;
  return page({ lang, title: words.doneTitle, brand: acq.brand, main, notice });
}

export function invalidPage({ acq, lang, words, notice }: Frame): Answer {
  const main = `<h1>${escapeHtml(words.invalidTitle)}</h1>
<p>${escapeHtml(words.invalidText)}</p>`;
  return page({ status: 404, lang, title: words.invalidTitle, brand: acq.brand, main, notice });
}
