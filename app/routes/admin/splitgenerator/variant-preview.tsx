import { SelectField } from "~/ui/components/select-field";
import { useSite } from "~/ui/components/site";
import { LinkAddresses } from "~/routes/admin/link-addresses";

/** The names of features and their choices on the tools' page (docs/product.md#experiments-and-seasons). */
const variantTexts = {
  "registration-flow": {
    label: "admin:variants.flow",
    choices: { default: "admin:variants.flow.default", lean: "admin:variants.flow.lean" },
  },
  "landing-layout": {
    label: "admin:variants.layout",
    choices: {
      "right-double-column": "admin:variants.layout.double",
      "center-single-column": "admin:variants.layout.single",
      "only-mobile": "admin:variants.layout.mobile",
    },
  },
  "signup-steps": {
    label: "admin:variants.steps",
    choices: { full: "admin:variants.steps.full", short: "admin:variants.steps.short" },
  },
  headline: {
    label: "admin:variants.headline",
    choices: {
      default: "admin:variants.headline.default",
      social: "admin:variants.headline.social",
      viral: "admin:variants.headline.viral",
      viralProductShare: "admin:variants.headline.viralProductShare",
      daba: "admin:variants.headline.daba",
    },
  },
  "seasonal-banner": {
    label: "admin:variants.banner",
    choices: {
      auto: "admin:variants.banner.auto",
      none: "admin:variants.banner.none",
      "black-friday": "admin:variants.banner.blackFriday",
      "black-week": "admin:variants.banner.blackWeek",
      "cyber-monday": "admin:variants.banner.cyberMonday",
    },
  },
  "form-finished-popup": {
    label: "admin:variants.popup",
    choices: { false: "admin:variants.popup.false", true: "admin:variants.popup.true" },
  },
  "registration-extra-fields": {
    label: "admin:variants.extraFields",
    choices: { false: "admin:variants.extraFields.false", true: "admin:variants.extraFields.true" },
  },
} as const;

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
