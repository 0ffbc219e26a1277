import type { Config } from "~/config/environment";
import { shutOutScripts } from "~/config/shut-out-scripts";
import type { Log } from "./log.server";

/** Says where to go; with the embedded acq also how to get in, for whoever tries the product. */
export function announce(config: Config, log: Log): void {
  const home = `${config.publicOrigin}${config.basePath}/`;
  log.info({ url: home }, "listening");
  for (const script of shutOutScripts(config))
    log.warn(script, "this variable is set, but CSP_SCRIPT_HOSTS lets no script of that origin in");
  if (!config.acq.embedded) return;
  const passwordLine = config.acq.embeddedPublic
    ? "with the password that acq has told at its first start"
    : "password velvetgate";
  const acq = `http://localhost:${config.acq.embeddedPort.toString()}`;
  process.stdout.write(
    [
      "",
      `  ${config.brand} is open:  ${home}`,
      "  access codes:        WELCOME, VIP2026, LASTONE; refused: EMPTY, PENDING, EXPIRED, NOCUSTOM, NOINVITER, NOREFERER, NEEDSVT",
      `  sign in as:          member@example.com or admin@example.com, ${passwordLine}`,
      `  its mails:           ${acq}/outbox`,
      "",
      "",
    ].join("\n"),
  );
}
