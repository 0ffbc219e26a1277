/** A browser that lost its stream comes back after so long. */
const retryMs = 3000;
const encoder = new TextEncoder();

/** Server-sent events for one page (HTML, section 9.2). */
export interface EventStream {
  /** @param data one line, not empty: browsers drop an event without data */
  send(event: string, data: string): void;
  /** A comment, which keeps proxies from taking the stream for dead. */
  beat(): void;
  /** The browser comes back by itself, if its page does not close. @param retryInMs 3 s if not given */
  end(retryInMs?: number): void;
}

interface Opening {
  /** Aborted when the browser has gone. */
  signal: AbortSignal | undefined;
  /** Called once; what it returns is called when the stream has ended, whoever ended it. */
  begin: (stream: EventStream) => () => void;
}

/** The body of an answer, open until it is ended or its reader goes. */
export function openEventStream({ signal, begin }: Opening): ReadableStream<Uint8Array> {
  const life: { isOver: boolean; leave?: () => void; gone?: () => void } = { isOver: false };

  function over(): void {
    life.isOver = true;
    if (life.gone) signal?.removeEventListener("abort", life.gone);
    life.leave?.();
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      // An event that has been does not come again.
      if (signal?.aborted) {
        controller.close();
        return;
      }
      const write = (text: string) => {
        if (!life.isOver) controller.enqueue(encoder.encode(text));
      };
      // The head goes out with the first bytes.
      write(retryLine(retryMs));
      life.gone = () => {
        controller.close();
        over();
      };
      signal?.addEventListener("abort", life.gone, { once: true });
      const leave = begin({
        send(event, data) {
          write(`event: ${event}\ndata: ${data}\n\n`);
        },
        beat() {
          write(":\n\n");
        },
        end(retryInMs) {
          if (life.isOver) return;
          if (retryInMs !== undefined) write(retryLine(retryInMs));
          controller.close();
          over();
        },
      });
      if (life.isOver) leave();
      else life.leave = leave;
    },
    cancel() {
      if (!life.isOver) over();
    },
  });
}

function retryLine(ms: number): string {
  return `retry: ${Math.round(ms)}\n\n`;
}
