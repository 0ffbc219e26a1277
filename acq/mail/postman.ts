import nodemailer from "nodemailer";
import type { Database } from "../database";
import { type KeptMessage, noteDelivery, readWaiting } from "../outbox";

export interface Postman {
  /** Whether messages leave the outbox at all. */
  isEmployed: boolean;
  /** Sends what waits in the outbox, in the background, one after another. */
  deliver: () => void;
  /** Waits for the message that is on its way and hangs up; the others go out after the next start. */
  close: () => Promise<void>;
}

interface PostmanOptions {
  database: Database;
  smtpUrl: string | undefined;
  sender: { name: string; address: string };
  log: (line: string) => void;
}

const CONNECTION_TIMEOUT_MS = 5000;

/** Sends over SMTP. A message that cannot be sent is logged, without its address, and stays in the outbox. */
export function createPostman({ database, smtpUrl, sender, log }: PostmanOptions): Postman {
  if (smtpUrl === undefined) {
    return { isEmployed: false, deliver: () => undefined, close: () => Promise.resolve() };
  }
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: CONNECTION_TIMEOUT_MS,
  });
  let round = Promise.resolve();
  let isClosing = false;

  async function send(message: KeptMessage): Promise<void> {
    try {
      await transport.sendMail({
        from: sender,
        to: message.to,
        subject: message.subject,
        text: message.text,
        html: message.html,
        headers: { "Auto-Submitted": "auto-generated", "Content-Language": message.locale },
      });
      noteDelivery({ database }, message.id, "sent");
    } catch (error) {
      noteDelivery({ database }, message.id, "failed");
      log(`an e-mail could not be sent and stays in the outbox: ${reasonOf(error)}`);
    }
  }

  async function sendWaiting(): Promise<void> {
    for (const message of readWaiting({ database })) {
      if (isClosing) return;
      await send(message);
    }
  }

  return {
    isEmployed: true,
    deliver: () => {
      round = round.then(sendWaiting);
    },
    close: async () => {
      isClosing = true;
      await round;
      transport.close();
    },
  };
}

/** nodemailer's code alone: its message may hold the address. */
function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}
