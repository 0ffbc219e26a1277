import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { SiteProvider, type Site } from "~/ui/components/site";
import { ToastProvider } from "~/ui/components/toasts";
import type { Locale } from "~/i18n/locales";
import { getTranslator } from "~/i18n/translator.server";

const site: Site = {
  brand: "Velvetgate",
  locale: "en",
  base: "",
  prefix: "",
  currentPath: "/",
  links: {
    login: "/login",
    customerService: "/info/customer-service",
    passwordReset: "/info/password-reset",
    shop: "/info/shop",
    about: "/info/about",
    jobs: "/info/jobs",
    privacy: "/info/privacy",
    terms: "/info/terms",
    imprint: "/info/imprint",
    sustainability: "/info/sustainability",
  },
  year: 2026,
};

/** Renders a view as the server does: by default in English and without a path prefix. */
export function renderView(view: ReactNode, locale: Locale = "en"): string {
  return renderToStaticMarkup(
    <SiteProvider site={{ ...site, locale }} t={getTranslator(locale, site.brand)}>
      <ToastProvider>{view}</ToastProvider>
    </SiteProvider>,
  );
}
