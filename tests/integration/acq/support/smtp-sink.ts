import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface SmtpSink {
  url: string;
  /** Resolves to the next message as received: its recipient and its source. */
  waitForMessage: () => Promise<{ recipient: string; source: string }>;
}

/**
 * Starts a mail server (RFC 5321) that stores the messages it receives.
 * @param options.refuses - rejects every recipient
 */
export async function startSmtpSink({ refuses: shouldRefuseMessages = false } = {}): Promise<SmtpSink> {
  const messages: { recipient: string; source: string }[] = [];
  const pendingResolvers: ((message: { recipient: string; source: string }) => void)[] = [];

  function storeMessage(message: { recipient: string; source: string }): void {
    const resolveReceiver = pendingResolvers.shift();
    if (resolveReceiver === undefined) messages.push(message);
    else resolveReceiver(message);
  }

  const server = createServer((socket) => {
    respondToSmtp(socket, shouldRefuseMessages, storeMessage);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const serverAddress = server.address();
  const port = typeof serverAddress === "object" ? (serverAddress?.port ?? 0) : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    waitForMessage: () => {
      const message = messages.shift();
      return message === undefined
        ? new Promise((resolve) => pendingResolvers.push(resolve))
        : Promise.resolve(message);
    },
  };
}

function respondToSmtp(
  socket: Socket,
  shouldRefuseMessages: boolean,
  storeMessage: (message: { recipient: string; source: string }) => void,
): void {
  let buffer = "";
  let recipient = "";
  let isReadingData = false;
  const sendLine = (line: string): void => void socket.write(`${line}\r\n`);

  sendLine("220 sink");
  socket.setEncoding("utf8");
  socket.on("error", () => undefined);
  socket.on("data", (chunk: string) => {
    buffer += chunk;
    for (;;) {
      const end = buffer.indexOf(isReadingData ? "\r\n.\r\n" : "\r\n");
      if (end < 0) return;
      const smtpLine = buffer.slice(0, end);
      buffer = buffer.slice(end + (isReadingData ? 5 : 2));
      if (isReadingData) {
        isReadingData = false;
        storeMessage({ recipient, source: smtpLine });
        sendLine("250 kept");
      } else if (/^RCPT TO:/i.test(smtpLine)) {
        recipient = /<(.*)>/.exec(smtpLine)?.[1] ?? "";
        sendLine(shouldRefuseMessages ? `550 no mailbox ${recipient}` : "250 ok");
      } else if (/^DATA/i.test(smtpLine)) {
        isReadingData = true;
        sendLine("354 go on");
      } else if (/^QUIT/i.test(smtpLine)) {
        sendLine("221 bye");
        socket.end();
      } else {
        sendLine("250 ok");
      }
    }
  });
}
