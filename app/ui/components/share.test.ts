import fc from "fast-check";
import { expect, it } from "vitest";
import { createMailLink } from "~/ui/components/share";

it("mail link creates an e-mail without a recipient", () => {
  expect(
    createMailLink({ subject: "50 % & mehr", body: "Hallo,\n\nein Link: https://a.example/?rc=B+C\nZoë" }),
  ).toBe(
    "mailto:?subject=50%20%25%20%26%20mehr" +
      "&body=Hallo%2C%0D%0A%0D%0Aein%20Link%3A%20https%3A%2F%2Fa.example%2F%3Frc%3DB%2BC%0D%0AZo%C3%AB",
  );
});

it("mail link contains exactly the given subject and body, for any text", () => {
  const text = fc.string({ unit: "grapheme" });
  fc.assert(
    fc.property(text, text, (subject, body) => {
      const link = createMailLink({ subject, body });
      expect(link).toMatch(/^mailto:\?subject=[^&?#+\s"<>]*&body=[^&?#+\s"<>]*$/);
      expect([...new URLSearchParams(link.replace("mailto:?", ""))]).toEqual([
        ["subject", subject],
        ["body", body.replaceAll(/\r?\n/g, "\r\n")],
      ]);
    }),
  );
});
