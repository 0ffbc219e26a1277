/** The port and host that a server listens on, and the environment variables that set them. */
interface ListenSettings {
  portVariable: string;
  port: number | undefined;
  hostVariable: string;
  host: string;
}

/** Returns one line for the log: why a server cannot listen, and how to fix it. */
export function describeListenError(
  { code, message }: NodeJS.ErrnoException,
  { portVariable, port, hostVariable, host }: ListenSettings,
): string {
  switch (code) {
    case "EADDRINUSE":
      return `${portVariable} ${String(port)} is taken; choose another`;
    case "EACCES":
      return `${portVariable} ${String(port)} requires root permissions; choose a port above 1023`;
    // EAI_AGAIN: no DNS server has answered.
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${hostVariable} is "${host}", which is not an address of this machine; 0.0.0.0 means all its addresses`;
    default:
      return message;
  }
}
