import * as z from "zod";
import { type RunningAcq, startAcq } from "./server";

/**
 * The environment variables of the standalone acq, as in .env.example (docs/operate/configuration.md). Each error
 * message names the allowed values. An empty variable counts as not set.
 */
const environmentSchema = z.object({
  ACQ_EMBEDDED_PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port <= 65535)
    .default(9090),
  ACQ_EMBEDDED_DATA: z.string().default("data/acq.sqlite"),
  ACQ_EMBEDDED_FAULTS: z.enum(["true", "false"]).default("false"),
  ACQ_EMBEDDED_PUBLIC: z.enum(["true", "false"]).default("false"),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  NODE_ENV: z.string().optional(),
  BRAND_NAME: z.string().default("Velvetgate"),
  FRONT_END_URL: z.url({ protocol: /^https?$/ }).default("http://localhost:3000"),
});

const allowedValuesByVariable: Record<string, string> = {
  ACQ_EMBEDDED_PORT: "a port from 0 (any free one) to 65535",
  ACQ_EMBEDDED_FAULTS: "true or false",
  ACQ_EMBEDDED_PUBLIC: "true or false",
  SMTP_URL: "an address like smtp://host:587 or smtps://user:password@host",
  FRONT_END_URL: "an address like http://localhost:3000",
};
const secretVariables = ["SMTP_URL"];

const environmentVariables = Object.fromEntries(
  Object.entries(process.env).filter(([, value]) => value !== ""),
);
const environmentResult = environmentSchema.safeParse(environmentVariables);
if (!environmentResult.success) {
  for (const name of new Set(environmentResult.error.issues.map(({ path }) => String(path[0])))) {
    const valueText = secretVariables.includes(name)
      ? "set to an invalid value (a secret, not shown)"
      : JSON.stringify(environmentVariables[name]);
    console.error(`${name} is ${valueText}; allowed is ${allowedValuesByVariable[name] ?? "text"}`);
  }
  process.exit(1);
}

const settings = environmentResult.data;
/** True if the front end has started this process. The process then sends acq's port to the front end. */
const isStartedByFrontEnd = process.send !== undefined;
const isProduction = settings.NODE_ENV === "production";
const isPublic = settings.ACQ_EMBEDDED_PUBLIC === "true";
if (isProduction && !isPublic && !isLoopbackAddress(settings.FRONT_END_URL)) {
  console.error(
    `FRONT_END_URL is "${settings.FRONT_END_URL}"; in production it must name this machine, such as http://localhost:3000, because the embedded acq is for demonstration. Set ACQ_EMBEDDED_PUBLIC=true if acq is to be public`,
  );
  process.exit(1);
}
// Node's own handler would print the failed line of code, which in a bundle is very long.
process.on("uncaughtException", (error) => {
  console.error("The embedded acq exits because of an uncaught error:", error);
  process.exit(1);
});
const acq = await startAcq({
  port: settings.ACQ_EMBEDDED_PORT,
  databasePath: settings.ACQ_EMBEDDED_DATA,
  brand: settings.BRAND_NAME,
  frontEndUrl: settings.FRONT_END_URL,
  smtpUrl: settings.SMTP_URL,
  allowFaults: settings.ACQ_EMBEDDED_FAULTS === "true",
  showsDemonstrationNotice: isProduction,
  isPublic,
}).catch((error: unknown) => {
  console.error(`The embedded acq cannot start: ${describeStartFailure(error)}`);
  return process.exit(1);
});

if (isProduction) {
  console.error("The embedded acq is for demonstration only: do not store the data of real people in it.");
}
stopOnSignals(acq);
announcePort(acq.port);

function isLoopbackAddress(ipAddress: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(ipAddress).hostname);
}

function announcePort(port: number): void {
  if (!isStartedByFrontEnd) console.log(JSON.stringify({ listening: port }));
  else if (process.connected) process.send?.({ listening: port });
}

/** Ends the process on SIGTERM, on SIGINT, or when the front end that started this process ends. */
function stopOnSignals(runningAcq: RunningAcq): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    void runningAcq.close().then(() => process.exit(0));
  };
  process.on("SIGTERM", stop).on("SIGINT", stop).on("disconnect", stop);
  // Stops acq if the site that started this process has already ended: no "disconnect" event follows then.
  if (isStartedByFrontEnd && !process.connected) stop();
}

function describeStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown reason";
  const errorCode = "code" in error ? error.code : undefined;
  if (errorCode === "EADDRINUSE") return `port ${settings.ACQ_EMBEDDED_PORT} is taken (ACQ_EMBEDDED_PORT)`;
  const isFileError =
    typeof errorCode === "string" &&
    ["EACCES", "EEXIST", "ENOENT", "ENOTDIR", "EPERM", "EROFS"].includes(errorCode);
  if (
    isFileError ||
    error.message.includes("Unable to open connection") ||
    error.message.includes("readonly")
  )
    return `ACQ_EMBEDDED_DATA is "${settings.ACQ_EMBEDDED_DATA}", which cannot be written; allowed is a file in a folder that this user can write to, or :memory:`;
  if (error.message.includes("not a database"))
    return `ACQ_EMBEDDED_DATA is "${settings.ACQ_EMBEDDED_DATA}", which is not a database; allowed is a database of the embedded acq, or a file that does not exist yet`;
  return error.message.replaceAll("\n", " ");
}
