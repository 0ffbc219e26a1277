import nodemailer from "nodemailer";
import type { Database } from "../db/database";
import { randomUUID } from "node:crypto";
import { describeErrorName } from "../graphql/errors";
import { readOwnFile } from "../own-files";
import * as z from "zod";

/** The parts of acq that the outbox uses. */
interface OutboxContext {
  database: Database;
  now: () => number;
  mailer: Pick<Mailer, "canSend">;
}

interface MailMessage {
  to: string;
  locale: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
}

const outboxRowSchema = z
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
  .transform(({ recipient, links, sent_at, ...otherColumns }) => ({
    ...otherColumns,
    to: recipient,
    links: links.split("\n"),
    sentAt: new Date(sent_at).toISOString(),
  }));

export type OutboxMessage = z.infer<typeof outboxRowSchema>;

const maxListedMessages = 500;

/**
 * Stores an e-mail in the outbox, in the same transaction as the change that the e-mail reports. The mailer sends the
 * e-mail later.
 */
export function saveMessage(acq: OutboxContext, message: MailMessage): void {
  acq.database.run(
    `insert into outbox (id, recipient, locale, subject, text, html, links, sent_at, smtp)
     values (:id, :to, :locale, :subject, :text, :html, :links, :now, :smtp)`,
    {
      ...message,
      id: randomUUID(),
      links: message.links.join("\n"),
      now: acq.now(),
      smtp: acq.mailer.canSend ? "waiting" : "none",
    },
  );
}

/** Returns the newest 500 e-mails in the outbox, newest first. */
export function readOutbox(acq: Pick<OutboxContext, "database">): OutboxMessage[] {
  return acq.database.readRows(outboxRowSchema, "select * from outbox order by position desc limit :count", {
    count: maxListedMessages,
  });
}

function readWaitingMessages(acq: Pick<OutboxContext, "database">): OutboxMessage[] {
  return acq.database.readRows(
    outboxRowSchema,
    "select * from outbox where smtp = 'waiting' order by position",
  );
}

function recordDelivery(
  acq: Pick<OutboxContext, "database">,
  id: string,
  deliveryStatus: "sent" | "failed",
): void {
  acq.database.run("update outbox set smtp = :smtp where id = :id", { id, smtp: deliveryStatus });
}

export interface Mailer {
  /** True if an SMTP server is configured. Otherwise messages only stay in the outbox. */
  canSend: boolean;
  /** Sends waiting messages in the background, one after another. */
  deliverWaitingMessages: () => void;
  /**
   * Waits until the current message is sent, then disconnects from the SMTP server. The remaining messages are sent
   * after the next start.
   */
  close: () => Promise<void>;
}

interface MailerOptions {
  database: Database;
  smtpUrl: string | undefined;
  sender: { name: string; address: string };
  log: (line: string) => void;
}

const connectionTimeoutMs = 5000;

/** The id of the picture that is part of each e-mail (RFC 2392). */
export const gatePictureId = "gate@velvetgate";

/**
 * Creates a mailer that sends by SMTP. A message that cannot be sent stays in the outbox. Its failure is logged without
 * the recipient's address.
 */
export function createMailer({ database, smtpUrl, sender, log }: MailerOptions): Mailer {
  if (smtpUrl === undefined) {
    return { canSend: false, deliverWaitingMessages: () => undefined, close: () => Promise.resolve() };
  }
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: connectionTimeoutMs,
    greetingTimeout: connectionTimeoutMs,
    socketTimeout: connectionTimeoutMs,
  });
  const gatePicture = readOwnFile("mail/gate.jpg");
  let currentDelivery = Promise.resolve();
  let isClosing = false;

  async function sendMessage(message: OutboxMessage): Promise<void> {
    try {
      await transport.sendMail({
        from: sender,
        to: message.to,
        subject: message.subject,
        text: message.text,
        html: message.html,
        attachments: [
          {
            cid: gatePictureId,
            filename: "gate.jpg",
            content: gatePicture,
            contentType: "image/jpeg",
            contentDisposition: "inline",
          },
        ],
        headers: { "Auto-Submitted": "auto-generated", "Content-Language": message.locale },
      });
      recordDelivery({ database }, message.id, "sent");
    } catch (error) {
      log(`an e-mail could not be sent and stays in the outbox: ${getMailErrorCode(error)}`);
      recordDelivery({ database }, message.id, "failed");
    }
  }

  async function sendWaitingMessages(): Promise<void> {
    for (const message of readWaitingMessages({ database })) {
      if (isClosing) return;
      await sendMessage(message);
    }
  }

  return {
    canSend: true,
    deliverWaitingMessages: () => {
      currentDelivery = currentDelivery.then(sendWaitingMessages).catch((error: unknown) => {
        log(`the outbox could not be read or written: ${describeErrorName(error)}`);
      });
    },
    close: async () => {
      isClosing = true;
      await currentDelivery;
      transport.close();
    },
  };
}

/** Returns only the code of an error by nodemailer, because the error's message may contain the e-mail address. */
function getMailErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}
