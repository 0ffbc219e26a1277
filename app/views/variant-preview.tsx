import { SelectField } from "~/components/select-field";
import { useSite } from "~/components/site";
import { LinkAddresses } from "./link-addresses";
import { variantTexts } from "./variant-texts";

/** A preview link that was made. */
export interface ShownPreview {
  site: string;
  path: string;
  /** Choices by feature; the others are as for everybody. */
  chosen: Partial<Record<string, string>>;
}

/** One choice for each feature goes in, a link that shows them to whoever opens it comes out. */
export function VariantPreview({ formToken, made }: { formToken: string; made: ShownPreview | undefined }) {
  const { t, href } = useSite();
  return (
    <section className="stack" aria-labelledby="preview">
      <h2 id="preview">{t("admin:variants.heading")}</h2>
      <p>{t("admin:variants.lead")}</p>
      <form className="stack" method="post" action={href("/admin/splitgenerator")}>
        <input type="hidden" name="formToken" value={formToken} />
        {Object.entries(variantTexts).map(([name, { label, choices }]) => (
          <SelectField
            key={name}
            id={name}
            name={name}
            label={t(label)}
            placeholder={t("admin:variants.usual")}
            options={Object.entries(choices).map(([value, text]) => ({ value, label: t(text) }))}
            defaultValue={made?.chosen[name]}
          />
        ))}
        <button type="submit" name="intent" value="preview" className="button">
          {t("admin:variants.button")}
        </button>
      </form>
      {made && (
        <div className="stack" role="group" aria-label={t("admin:variants.result")}>
          <h3>{t("admin:variants.result")}</h3>
          <LinkAddresses
            id="preview-link"
            label={t("admin:variants.linkLabel")}
            hint={t("admin:variants.end")}
            site={made.site}
            path={made.path}
            isNew
          />
        </div>
      )}
    </section>
  );
}
