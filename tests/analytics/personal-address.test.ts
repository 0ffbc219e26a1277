import { describe, expect, it } from "vitest";
import { isPersonal } from "~/browser/analytics/push";

describe("the tag manager's view of an address", () => {
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
  ])("hides %s", (address) => {
    expect(isPersonal(address)).toBe(true);
  });

  it.each(["/en", "/en?utm_source=mail", "/registration/formfinished?done=active", "/statement?x=state"])(
    "shows %s",
    (address) => {
      expect(isPersonal(address)).toBe(false);
    },
  );
});
