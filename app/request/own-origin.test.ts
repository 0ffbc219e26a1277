import { describe, expect, it } from "vitest";
import { createConfig } from "../../tests/support/configuration";
import { isOwnOrigin } from "./urls.server";

const config = createConfig({
  NODE_ENV: "production",
  PUBLIC_ORIGIN: "https://club.example",
  LOCALE_DOMAINS: "www.club.fr=fr",
  SESSION_SECRET: "a-secret-of-thirty-two-characters",
  ACQ_GRAPHQL_URL: "https://acq.example/graphql",
});

describe("isOwnOrigin", () => {
  it.each([
    ["https://club.example", "club.example"],
    ["https://club.example", "another.example"],
    ["https://www.club.fr", "another.example"],
    ["https://www.club.example", "www.club.example"],
    ["https://club.example.", "club.example."],
    ["https://club.fr", "club.fr"],
  ])("accepts the origin %s for the requested host %s", (origin, host) => {
    expect(isOwnOrigin(config, origin, host)).toBe(true);
  });

  it.each([
    ["https://www.club.example", "club.example"],
    ["http://www.club.example", "www.club.example"],
    ["https://www.club.example:8443", "www.club.example:8443"],
    ["https://shop.club.example", "shop.club.example"],
    ["https://www.www.club.example", "www.www.club.example"],
    ["https://evil.example", "evil.example"],
  ])("rejects the origin %s for the requested host %s", (origin, host) => {
    expect(isOwnOrigin(config, origin, host)).toBe(false);
  });
});
