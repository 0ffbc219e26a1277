import express from "express";
import { createServer } from "node:http";
import { takeBody } from "~/server/guard/guard-body.server";
import { answerParserErrors } from "~/server/bare-answers.server";
import type { TokenProof } from "~/request/form-token.server";
import { type GuardOptions, requestGuard } from "~/server/guard/request-guard.server";
import { close, listen } from "../support/local-server";

export interface GuardedApp {
  port: number;
  /** What the guard has let through: method, path and body of each. */
  passed: string[];
  /** What the guard has logged. */
  lines: string[];
  close(): Promise<void>;
}

const formTokens = new Map<string, "free" | "confirmed">([
  ["/language", "free"],
  ["/", "free"],
  ["/choice", "confirmed"],
]);

function proofOf(token: string, cookies: string): TokenProof {
  if (token !== "good") return "none";
  if (cookies === "") return "cookieless";
  return cookies === "sid=1" ? "bound" : "none";
}

/** A server with the guard before a handler that echoes what reaches it. */
export async function startGuardedApp(options: Partial<GuardOptions> = {}): Promise<GuardedApp> {
  const passed: string[] = [];
  const lines: string[] = [];
  const app = express();
  app.disable("x-powered-by").set("query parser", false).set("etag", false);
  app.use(
    requestGuard({
      basePath: "",
      isOwnOrigin: (origin) => origin === "http://localhost:3000",
      fieldNames: new Set(["registrationCode", "intent", "email", "formToken"]),
      verifyFormToken: (token, cookies) => Promise.resolve(proofOf(token, cookies)),
      formTokenOf: (path) => formTokens.get(path),
      refuse: (_req, res, { status, allow }) => {
        if (allow) res.set("Allow", allow);
        res.status(status).send("refused");
      },
      note: (_res, reason, status) => lines.push(`refused with ${status}: ${reason}`),
      ...options,
    }),
  );
  app.use((req, res) => {
    const seen = `${req.method} ${req.originalUrl} ${takeBody(req)?.toString() ?? "-"}`;
    passed.push(seen);
    res.type("text").send(seen);
  });
  const server = createServer(app);
  answerParserErrors(server, {});
  const port = await listen(server);
  return { port, passed, lines, close: () => close(server) };
}
