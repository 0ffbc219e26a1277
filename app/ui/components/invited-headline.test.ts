import { expect, it } from "vitest";
import { choicesByFeature } from "~/config/features-variable";
import { localeCodes } from "~/i18n/locales";
import { translatorFor } from "../../../tests/support/words";
import { formatInvitedHeadline } from "./invited-headline";

it.each(localeCodes)("each landing page has its own headline for invited visitors, in %s", (locale) => {
  const t = translatorFor(locale);
  for (const inviter of ["Zoë", undefined]) {
    const headlines = choicesByFeature.headline.map((variant) => formatInvitedHeadline(t, inviter, variant));
    expect(new Set(headlines).size).toBe(headlines.length);
    for (const headline of headlines) expect(headline.includes("Zoë")).toBe(inviter !== undefined);
  }
});
