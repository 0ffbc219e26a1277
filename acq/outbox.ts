import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Acq } from "./call";

export interface Message {
  to: string;
  locale: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
}

const outboxRow = z
  .object({
    id: z.string(),
    recipient: z.string(),
    locale: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    links: z.string(),
    sent_at: z.number(),
  })
  .transform(({ recipient, links, sent_at, ...rest }) => ({
    ...rest,
    to: recipient,
    links: links.split("\n"),
    sentAt: new Date(sent_at).toISOString(),
  }));

export type KeptMessage = z.infer<typeof outboxRow>;

const NEWEST = 500;

/** Keeps a message in the same transaction as what it tells of; the postman takes it from here. */
export function saveMessage(acq: Acq, message: Message): void {
  acq.database.run(
    `insert into outbox (id, recipient, locale, subject, text, html, links, sent_at, smtp)
     values (:id, :to, :locale, :subject, :text, :html, :links, :now, :smtp)`,
    {
      ...message,
      id: randomUUID(),
      links: message.links.join("\n"),
      now: acq.now(),
      smtp: acq.postman.isEmployed ? "waiting" : "none",
    },
  );
}

/** The newest 500 messages, newest first. */
export function readOutbox(acq: Acq): KeptMessage[] {
  return acq.database.all(outboxRow, "select * from outbox order by position desc limit :count", {
    count: NEWEST,
  });
}

export function readWaiting(acq: Pick<Acq, "database">): KeptMessage[] {
  return acq.database.all(outboxRow, "select * from outbox where smtp = 'waiting' order by position");
}

export function noteDelivery(acq: Pick<Acq, "database">, id: string, smtp: "sent" | "failed"): void {
  acq.database.run("update outbox set smtp = :smtp where id = :id", { id, smtp });
}
