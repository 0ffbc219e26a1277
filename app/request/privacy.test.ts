import { describe, expect, it } from "vitest";
import { createAddressParser } from "~/request/request-address";
import { decidePrivacy } from "~/request/privacy";

const parseAddress = createAddressParser("");
const noVariants = { isPreview: false, newAssignments: [] };

function decidePrivacyOf(target: string, { hasVisitorCookie = false, variants = noVariants } = {}) {
  return decidePrivacy({ address: parseAddress(target), hasVisitorCookie, experimentVariants: variants });
}

describe("page privacy", () => {
  it.each(["/", "/de", "/social?utm_source=mail", "/pl/info/terms", "/registration/deny?reason=expired"])(
    'has the value "public" at %s',
    (target) => {
      expect(decidePrivacyOf(target)).toBe("public");
    },
  );

  it.each([
    "/de/registration/formstarted",
    "/login",
    "/s/token",
    "/de?rc=WELCOME",
    "/de/info/terms?amp;vt=A",
    "/de/products/ombrelune?state=sealed",
  ])('has the value "personal" at %s', (target) => {
    expect(decidePrivacyOf(target)).toBe("personal");
  });

  it('has the value "personal" for a browser with a draft or a member\'s token', () => {
    expect(decidePrivacyOf("/de", { hasVisitorCookie: true })).toBe("personal");
  });

  it('has the value "personal" in a preview of variants', () => {
    expect(decidePrivacyOf("/de", { variants: { ...noVariants, isPreview: true } })).toBe("personal");
  });
});
