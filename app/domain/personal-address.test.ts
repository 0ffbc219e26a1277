import { describe, expect, it } from "vitest";
import { isPersonalAddress } from "~/domain/personal-address";

describe("isPersonalAddress", () => {
  it.each([
    "/en?rc=WELCOME",
    "/registration/formstarted?rc=WELCOME&cookies=tp2sp8",
    "/?utm_source=mail&vt=1",
    "/registration/formfinished?state=eyJhbGciOiJkaXIifQ..a.b.c",
    "/registration/activateaccount?accountActivationId=x",
    "/?%E2%80%8Brc=WELCOME",
    "/?r%63=WELCOME",
    "/?%0D%0Arc=WELCOME",
    "/?+rc=WELCOME",
    "/?%3Frc=WELCOME",
    "/?amp%3Brc=WELCOME",
    "/?rc%20=WELCOME",
    "/?rc%C2%AD=WELCOME",
    "/?rc%3DWELCOME",
    "/?x=1&amp;vt=A",
    "/?RC=A",
    "/?rc%3DA%26vt%3DB",
    "/?accountActivationId=",
    "/s/eyJ0IjpbXX0~a",
    "https://club.example/acquisition/de/s/eyJ0IjpbXX0~a?utm_source=mail",
  ])("finds a personal value in %s", (pageUrl) => {
    expect(isPersonalAddress(pageUrl)).toBe(true);
  });

  it.each([
    "/en",
    "/en?utm_source=mail",
    "/registration/formfinished?done=active",
    "/statement?x=state",
    "/?src=A",
    "/?utm_source=rc",
    "/?product=silk-scarf",
    "/s/",
    "/products/s-bag",
    "/en?utm_source=/s/a",
  ])("finds no personal value in %s", (pageUrl) => {
    expect(isPersonalAddress(pageUrl)).toBe(false);
  });
});
