// The used parts of packages that `npm run bench` installs, so that type checks need not install them.

declare module "autocannon" {
  interface Options {
    setupClient?: (client: { setHeaders: (headers: Record<string, string>) => void }) => void;
    url: string;
    headers: Record<string, string>;
    connections: number;
    /** `timeout` and `duration` are in seconds. */
    timeout: number;
    duration: number;
    maxOverallRequests?: number;
  }
  interface Result {
    errors: number;
    non2xx: number;
    "2xx": number;
    duration: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}

declare module "lighthouse" {
  interface Report {
    categories: Record<string, { score: number | null } | undefined>;
    audits: Record<string, { numericValue?: number } | undefined>;
    runtimeError?: { message: string };
  }
  export default function lighthouse(
    url: string,
    flags: Record<string, unknown>,
  ): Promise<{ lhr: Report } | undefined>;
}
