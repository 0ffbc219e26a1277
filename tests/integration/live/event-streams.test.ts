import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createEventStreams, type EventStream } from "~/request/event-streams/event-streams.server";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.25);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface StreamedPage {
  stream: EventStream;
  reader: ReadableStreamDefaultReader<Uint8Array>;
  /** Resolves to the data that the stream sends until it ends. */
  readRemainingText(): Promise<string>;
  onLeave: () => void;
}

function createStreams() {
  const streams = createEventStreams({ clock: () => new Date() });
  function open(
    options: { clientAddress?: string; key?: string; endsAt?: number; signal?: AbortSignal } = {},
  ) {
    const onLeave = vi.fn<() => void>();
    const begin = vi.fn((_stream: EventStream) => onLeave);
    const { clientAddress = "192.0.2.1", key = "one", endsAt = Infinity, signal } = options;
    const body = streams.open({ clientAddress, key, endsAt, signal, onOpen: begin });
    if (!body) return undefined;
    return { reader: body.getReader(), onLeave, begin };
  }
  function openPage(options?: Parameters<typeof open>[0]): StreamedPage {
    const openedStream = open(options);
    const stream = openedStream?.begin.mock.calls[0]?.[0];
    if (!openedStream || !stream) throw new Error("no stream was opened");
    return { ...openedStream, stream, readRemainingText: () => readChunkText(openedStream.reader) };
  }
  return { streams, open, openPage };
}

async function readChunkText(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
    text += decoder.decode(chunk.value);
  return text;
}

describe("event stream", () => {
  it("sends the retry delay first, then the events", async () => {
    const page = createStreams().openPage();
    page.stream.send("status", "waiting");
    page.stream.end();
    expect(await page.readRemainingText()).toBe("retry: 3000\n\nevent: status\ndata: waiting\n\n");
    expect(page.onLeave).toHaveBeenCalledOnce();
  });

  it("sends a comment every twenty seconds", async () => {
    const page = createStreams().openPage();
    vi.advanceTimersByTime(60_000);
    page.stream.end();
    expect(await page.readRemainingText()).toBe(`retry: 3000\n\n${":\n\n".repeat(3)}`);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends when the visitor's draft expires", async () => {
    const page = createStreams().openPage({ endsAt: Date.now() + 72 * 3_600_000 });
    vi.advanceTimersByTime(72 * 3_600_000 - 1);
    expect(page.onLeave).not.toHaveBeenCalled();
    vi.advanceTimersByTime(20_000);
    expect(page.onLeave).toHaveBeenCalledOnce();
    expect(await page.readRemainingText()).toMatch(/^retry: 3000\n\n(:\n\n)+$/);
  });

  it("ends when its reader cancels or its request is aborted, and then ignores further messages", async () => {
    const { openPage } = createStreams();
    const request = new AbortController();
    const [cancelledPage, abortedPage] = [openPage(), openPage({ signal: request.signal })];
    await cancelledPage.reader.cancel();
    request.abort();
    expect(await abortedPage.readRemainingText()).toBe("retry: 3000\n\n");
    for (const { stream, onLeave } of [cancelledPage, abortedPage]) {
      expect(onLeave).toHaveBeenCalledOnce();
      stream.send("status", "active");
      stream.sendKeepAlive();
      stream.end();
      expect(onLeave).toHaveBeenCalledOnce();
    }
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not start if the browser has already disconnected", async () => {
    const { open } = createStreams();
    const abortedStream = open({ signal: AbortSignal.abort() });
    expect(abortedStream && (await readChunkText(abortedStream.reader))).toBe("");
    expect(abortedStream?.begin).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("sends its events and then ends if its end is requested during the start", async () => {
    const { streams } = createStreams();
    const onLeave = vi.fn<() => void>();
    const body = streams.open({
      clientAddress: "192.0.2.1",
      key: "one",
      endsAt: Infinity,
      signal: undefined,
      onOpen(stream) {
        stream.send("status", "active");
        stream.end();
        return onLeave;
      },
    });
    expect(await new Response(body).text()).toBe("retry: 3000\n\nevent: status\ndata: active\n\n");
    expect(onLeave).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("event streams of one server process", () => {
  it("have a limit of twenty for each client address, or for each /64 network of IPv6", () => {
    const { open, openPage } = createStreams();
    const pages = Array.from({ length: 20 }, (_, index) => openPage({ clientAddress: `2001:db8::${index}` }));
    expect(open({ clientAddress: "2001:db8::ffff" })).toBeUndefined();
    openPage({ clientAddress: "2001:db8:1::1" });
    pages[3]?.stream.end();
    openPage({ clientAddress: "2001:db8::ffff" });
    expect(open({ clientAddress: "2001:db8::ffff" })).toBeUndefined();
  });

  it("have a limit of eighty for a /56 of IPv6, four times the limit of a /64", () => {
    const { open, openPage } = createStreams();
    const createIpAddress = (network: number) => `2001:db8:0:a0${network}::1`;
    const pages = [0, 1, 2, 3].flatMap((network) =>
      Array.from({ length: 20 }, () => openPage({ clientAddress: createIpAddress(network) })),
    );
    expect(open({ clientAddress: createIpAddress(4) })).toBeUndefined();
    openPage({ clientAddress: "2001:db8:0:b00::1" });
    pages[3]?.stream.end();
    openPage({ clientAddress: createIpAddress(4) });
    expect(open({ clientAddress: createIpAddress(4) })).toBeUndefined();
  });

  it("have a limit of five thousand in total", () => {
    const { open, openPage } = createStreams();
    for (let index = 0; index < 5000; index += 1)
      openPage({ clientAddress: `10.0.${index >> 8}.${index % 256}` });
    expect(open({ clientAddress: "192.0.2.1" })).toBeUndefined();
  });

  it("close at a restart of their visitor's streams, and stay open for other visitors", async () => {
    const { streams, openPage } = createStreams();
    const [ownPage, otherPage] = [openPage({ key: "own" }), openPage({ key: "other" })];
    streams.restart("own");
    expect(await ownPage.readRemainingText()).toBe("retry: 3000\n\nretry: 1000\n\n");
    expect(otherPage.onLeave).not.toHaveBeenCalled();
  });

  it("have random reconnection delays, so that browsers do not reconnect all at once after a crash", async () => {
    vi.restoreAllMocks();
    const { openPage } = createStreams();
    const texts = Array.from({ length: 30 }, async (_, index) => {
      const page = openPage({ clientAddress: `192.0.2.${index}` });
      page.stream.end();
      return page.readRemainingText();
    });
    expect(new Set(await Promise.all(texts)).size).toBeGreaterThan(15);
  });

  it("end at a shutdown, and browsers reconnect after a delay", async () => {
    const { streams, openPage, open } = createStreams();
    const page = openPage();
    streams.drain();
    expect(page.onLeave).toHaveBeenCalledOnce();
    expect(await page.readRemainingText()).toBe("retry: 3000\n\nretry: 2000\n\n");
    const lateStream = open();
    expect(lateStream?.begin).not.toHaveBeenCalled();
    expect(lateStream && (await readChunkText(lateStream.reader))).toBe("retry: 3000\n\nretry: 2000\n\n");
    expect(vi.getTimerCount()).toBe(0);
  });
});
