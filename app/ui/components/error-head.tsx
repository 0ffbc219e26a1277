import { useSite } from "./site";

/**
 * The head of an error page: a missing page, an expected refusal, or an unexpected error (docs/product/pages.md#pages).
 */
export function ErrorHead({ status }: { status: number }) {
  const { t } = useSite();
  return (
    <>
      <title>{t("common:title.page", { title: t(`errors:${selectErrorTextGroup(status)}.title`) })}</title>
      <meta name="description" content={t(`errors:${selectErrorTextGroup(status)}.description`)} />
    </>
  );
}

/** Returns the key of the error texts for an HTTP status. */
export function selectErrorTextGroup(status: number) {
  switch (status) {
    case 404:
      return "notFound";
    case 403:
      return "forbidden";
    case 429:
      return "tooMany";
    case 503:
      return "unavailable";
    case 400:
    case 405:
    case 413:
    case 415:
      return "refused";
    default:
      return "serverError";
  }
}
