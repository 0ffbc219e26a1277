import { useSite } from "~/components/site";

/** Asks before it activates: mail scanners open links too (docs/product.md#pages). */
export function ActivationPage({
  accountActivationId,
  formToken,
}: {
  accountActivationId: string;
  formToken: string;
}) {
  const { t, href } = useSite();
  // The id stays in the address, so that a try that acq did not answer can be made again.
  const action = `/registration/activateaccount?accountActivationId=${encodeURIComponent(accountActivationId)}`;
  return (
    <div className="stack">
      <h1>{t("activation:page.heading")}</h1>
      <p className="lead">{t("activation:page.lead")}</p>
      <form method="post" action={href(action)}>
        <input type="hidden" name="formToken" value={formToken} />
        <input type="hidden" name="accountActivationId" value={accountActivationId} />
        <button type="submit" className="button">
          {t("activation:page.button")}
        </button>
      </form>
    </div>
  );
}

export function ActivatedPage({ done, continueUrl }: { done: "activated" | "already"; continueUrl: string }) {
  const { t } = useSite();
  return (
    <div className="stack">
      <h1>{t(`activation:${done}.heading`)}</h1>
      <p className="lead">{t(`activation:${done}.body`)}</p>
      <p>
        <a className="button" href={continueUrl}>
          {t(`activation:${done}.button`)}
        </a>
      </p>
    </div>
  );
}
