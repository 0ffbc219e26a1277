import { escapeHtml } from "../html";
import type { Answer } from "../http";
import type { KeptMessage } from "../outbox";
import { textsOf } from "../texts/texts";
import { page } from "./page";

/** What would have reached mailboxes, newest first: for people who try the club out. In English, as a tool. */
export function outboxPage(brand: string, messages: KeptMessage[], isLoud: boolean): Answer {
  const main = `<h1>Outbox</h1>
<p>Every e-mail of this demonstration, newest first. The same as data: <a href="/outbox.json">outbox.json</a></p>
${messages.length === 0 ? "<p>No e-mail has been sent yet.</p>" : `<ol>\n${messages.map(item).join("\n")}\n</ol>`}`;
  const notice = isLoud ? textsOf("en").welcome.demonstration : undefined;
  return page({ lang: "en", title: "Outbox", brand, main, notice });
}

function item({ subject, locale, to, sentAt, text, links }: KeptMessage): string {
  return `<li>
<article>
<h2 lang="${locale}">${escapeHtml(subject)}</h2>
<dl>
<dt>To</dt><dd>${escapeHtml(to)}</dd>
<dt>Sent</dt><dd><time datetime="${sentAt}">${sentAt.replace("T", " ").replace(/\..*$/, " UTC")}</time></dd>
</dl>
<p class="text" lang="${locale}">${withLinks(escapeHtml(text.trim()), links)}</p>
</article>
</li>`;
}

function withLinks(text: string, links: string[]): string {
  return links
    .map(escapeHtml)
    .reduce((html, link) => html.replaceAll(link, `<a href="${link}">${link}</a>`), text);
}
