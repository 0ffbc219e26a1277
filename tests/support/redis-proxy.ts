import { connect, createServer, type Socket } from "node:net";
import { once } from "node:events";

/** A TCP proxy in front of Redis that delays, loses, repeats and replaces the responses of Redis. */
export interface RedisProxy {
  /** Holds the responses of Redis until `release`. */
  holdResponses: () => void;
  /** Sends the held responses and stops holding. */
  release: () => void;
  countHeldResponses: () => number;
  /** Sends the next response of Redis twice. */
  repeatNextResponse: () => void;
  /** Ends all connections; data in transit is lost in both directions. */
  disconnect: () => void;
  /** Replies to each script with this error instead of forwarding the script. Undefined forwards scripts again. */
  failScripts: (error: string | undefined) => void;
  stop: () => Promise<void>;
}

/** Starts a proxy that listens on `port` and forwards to the Redis on `redisPort`. */
export async function startRedisProxy(port: number, redisPort: number): Promise<RedisProxy> {
  let isHeld = false;
  let shouldRepeatNextResponse = false;
  let error: string | undefined;
  let heldSends: (() => void)[] = [];
  const sockets = new Set<Socket>();

  function respond(client: Socket, data: Buffer): void {
    const sendCount = shouldRepeatNextResponse ? 2 : 1;
    shouldRepeatNextResponse = false;
    for (let time = 0; time < sendCount; time += 1) if (client.writable) client.write(data);
  }

  const server = createServer((client) => {
    const redis = connect(redisPort, "127.0.0.1");
    for (const [socket, peer] of [
      [client, redis],
      [redis, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        peer.destroy();
      });
    }
    client.on("data", (data) => {
      const scriptCalls = data.toString("latin1").match(/\r\neval(?:sha)?\r\n/g) ?? [];
      if (error === undefined || scriptCalls.length === 0) redis.write(data);
      else client.write(`-${error}\r\n`.repeat(scriptCalls.length));
    });
    redis.on("data", (data) => {
      if (isHeld) heldSends.push(() => respond(client, data));
      else respond(client, data);
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  function disconnect(): void {
    heldSends = [];
    for (const socket of sockets) socket.destroy();
  }

  return {
    disconnect,
    holdResponses() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      for (const send of heldSends.splice(0)) send();
    },
    countHeldResponses: () => heldSends.length,
    repeatNextResponse() {
      shouldRepeatNextResponse = true;
    },
    failScripts(text) {
      error = text;
    },
    async stop() {
      disconnect();
      server.close();
      await once(server, "close");
    },
  };
}
