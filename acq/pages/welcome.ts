import type { IncomingMessage } from "node:http";
import { findAccount } from "../accounts";
import type { Acq } from "../call";
import { type Answer, readBody, text } from "../http";
import { hashPassword, PASSWORD_LENGTH } from "../passwords";
import { sweep } from "../sweep";
import { locales, textsOf } from "../texts/texts";
import { readToken } from "../tokens";
import { donePage, formPage, invalidPage } from "./welcome-pages";

/** GET and POST /welcome?token=…: a new member chooses a password, once (docs/acq-protocol.md#embedded-acq). */
export async function answerWelcome(
  acq: Acq,
  request: IncomingMessage,
  query: URLSearchParams,
  isLoud: boolean,
): Promise<Answer> {
  const isPost = request.method === "POST";
  if (!isPost && request.method !== "GET" && request.method !== "HEAD") {
    return text(405, "GET or POST", { Allow: "GET, HEAD, POST" });
  }
  const body = isPost ? await readBody(request) : "";
  if (body === undefined) return text(413, "Too large", { Connection: "close" });

  sweep(acq);
  const token = query.get("token") ?? "";
  const account = findAccount(acq.database, "id", readToken(acq, "welcome", token));
  const locale = account?.locale ?? preferredLocale(request.headers["accept-language"] ?? "");
  const { welcome: words, lang } = textsOf(locale);
  const frame = { locale, lang, words, acq, notice: isLoud ? words.demonstration : undefined };

  if (account === undefined) return invalidPage(frame);
  if (account.password_hash !== null) return donePage(frame);
  if (!isPost) return formPage(frame, { account, token });

  const password = new URLSearchParams(body).get("password") ?? "";
  const length = Array.from(password).length;
  if (length < PASSWORD_LENGTH.minimum) {
    return formPage(frame, { account, token, error: words.tooShort(PASSWORD_LENGTH.minimum) });
  }
  if (length > PASSWORD_LENGTH.maximum) {
    return formPage(frame, { account, token, error: words.tooLong(PASSWORD_LENGTH.maximum) });
  }
  acq.database.run("update accounts set password_hash = :hash where id = :id and password_hash is null", {
    id: account.id,
    hash: await hashPassword(password),
  });
  return text(303, "", { Location: `/welcome?token=${encodeURIComponent(token)}` });
}

/** For a link that tells no account: the first language of the browser that there are words in. */
function preferredLocale(acceptLanguage: string): string {
  const wanted = acceptLanguage.split(",").map((part) => part.trim().slice(0, 2).toLowerCase());
  const found = wanted.map((code) => locales.find((locale) => locale === code)).find(Boolean);
  return found ?? "en";
}
