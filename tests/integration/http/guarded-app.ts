import type { TokenProof } from "~/request/form-token.server";
import { type RequestGuardOptions, createRequestGuardStep } from "~/server/steps/request-guard.server";
import { createErrorStep } from "~/server/steps/error-response.server";
import { createLog } from "~/telemetry/log.server";
import { sendText } from "~/server/send-text.server";
import { startExchangeServer } from "../../support/exchange-server";

export interface GuardedApp {
  port: number;
  /** The method, path and body of each request that the request guard accepted. */
  acceptedBodies: string[];
  /** The log lines that the request guard wrote. */
  lines: string[];
  close(): Promise<void>;
}

const formTokens = new Map<string, "free" | "confirmed">([
  ["/language", "free"],
  ["/", "free"],
  ["/choice", "confirmed"],
]);

function verifyTestToken(formToken: string, cookies: string): TokenProof {
  if (formToken !== "good") return "none";
  if (cookies === "") return "cookieless";
  return cookies === "sid=1" ? "bound" : "none";
}

/** Starts a server with the request guard and a step that echoes the requests that the guard accepts. */
export async function startGuardedApp({
  basePath = "",
  ...options
}: Partial<RequestGuardOptions> & { basePath?: string } = {}): Promise<GuardedApp> {
  const acceptedBodies: string[] = [];
  const lines: string[] = [];
  const guardStep = createRequestGuardStep({
    isOwnOrigin: (origin) => origin === "http://localhost:3000",
    knownFieldNames: new Set(["registrationCode", "intent", "email", "formToken"]),
    verifyFormToken: verifyTestToken,
    getUnverifiedFormRule: (path) => formTokens.get(path),
    countRefusedOwnForm: () => lines.push("own form refused"),
    refuse: ({ res, record }, { status }) => {
      lines.push(`refused with ${status}: ${record.refusal ?? ""}`);
      sendText(res, status, "refused");
    },
    ...options,
  });
  const server = await startExchangeServer(
    [
      createErrorStep(createLog({ level: "silent", report: () => undefined, showsErrorMessages: false })),
      guardStep,
      ({ req, res, form }) => {
        const requestText = `${req.method ?? ""} ${req.url ?? ""} ${form?.body.toString() ?? "-"}`;
        acceptedBodies.push(requestText);
        sendText(res, 200, requestText);
      },
    ],
    { basePath },
  );
  return { ...server, acceptedBodies, lines };
}
