import * as z from "zod";
import type { Locale } from "~/i18n/locales";
import type { MessageKey } from "~/i18n/translator";

const errorTexts = z.object({ default: z.record(z.string(), z.string()) });

export interface BusyTexts {
  title: string;
  heading: string;
  body: string;
  button: string;
}

/**
 * The words of the page that is sent before Remix, and with it the translator, is asked. The translator's way to find
 * files is Vite's; this one the bundler of the server knows too.
 */
export async function busyTexts(locale: Locale): Promise<BusyTexts> {
  const file: unknown = await import(`../../../locales/${locale}/errors.json`);
  const texts = errorTexts.parse(file).default;
  const text = (key: MessageKey) => texts[key.replace("errors:", "")] ?? "";
  return {
    title: text("errors:unavailable.title"),
    heading: text("errors:unavailable.heading"),
    body: text("errors:unavailable.busy"),
    button: text("errors:unavailable.button"),
  };
}
