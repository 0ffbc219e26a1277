import { createServer } from "node:http";
import { createAddressParser } from "~/request/request-address";
import { handleParserErrors } from "~/server/parser-errors.server";
import type { Exchange, PipelineStep } from "~/server/exchange";
import { runSteps } from "~/server/pipeline.server";
import { createRequestRecord } from "~/telemetry/request-record.server";
import { close, listen } from "./local-server";

export interface ExchangeServer {
  port: number;
  close: () => Promise<void>;
}

/** Starts a server that runs these pipeline steps for each request. */
export async function startExchangeServer(
  steps: readonly PipelineStep[],
  { basePath = "", onExchange = (_exchange: Exchange): void => undefined } = {},
): Promise<ExchangeServer> {
  const parseAddress = createAddressParser(basePath);
  const server = createServer((req, res) => {
    const clientAddress = String(req.headers["x-forwarded-for"] ?? "127.0.0.1");
    const exchange = {
      req,
      res,
      record: createRequestRecord(),
      address: parseAddress(req.url ?? "/"),
      clientAddress,
      network: clientAddress,
    };
    onExchange(exchange);
    void runSteps(steps, exchange);
  });
  handleParserErrors(
    server,
    {},
    () => undefined,
    () => undefined,
  );
  const port = await listen(server);
  return { port, close: () => close(server) };
}
