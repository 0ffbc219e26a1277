import { codeFieldAttributes } from "~/ui/components/code-form";
import { CurtainPicture } from "~/ui/components/curtain-picture.static";
import { RenderedPicture } from "~/ui/components/rendered-picture";
import { useSite } from "~/ui/components/site";
import { formatCityName, createMapUrl, stores } from "~/domain/stores";
import { getFormatLanguageTag } from "~/i18n/locales";
import { membershipCard, storePictures, storePictureSize } from "./store-pictures";

const questionKeys = ["entry", "noInvitation", "cost", "range", "delivery", "stores", "friends"] as const;

/** Frequently asked questions in `<details>` elements, which open without script. */
export function Questions() {
  const { t } = useSite();
  return (
    <section className="section faq" aria-labelledby="faq-heading">
      <h2 id="faq-heading">{t("landing:faq.title")}</h2>
      <div className="faq-list">
        {questionKeys.map((question) => (
          <details key={question}>
            <summary>{t(`landing:faq.${question}.question`)}</summary>
            <p>{t(`landing:faq.${question}.answer`)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

/** The end of the page, with a link to the form. */
export function CallToAction({ isInvited }: { isInvited: boolean }) {
  const { t, href } = useSite();
  if (isInvited)
    return (
      <section className="section night call" aria-labelledby="call-heading">
        <CurtainPicture curtain="whole" className="call-art" />
        <h2 id="call-heading">{t("landing:invited.unsignedHeadline.default")}</h2>
        <a className="button" href="#create">
          {t("landing:invited.button")}
        </a>
      </section>
    );
  return (
    <section className="section night call" aria-labelledby="call-heading">
      <CurtainPicture curtain="whole" className="call-art" />
      <h2 id="call-heading">
        <label htmlFor="codeAgain">{t("landing:cta.title")}</label>
      </h2>
      <p className="lead" id="codeAgain-hint">
        {t("landing:cta.body")}
      </p>
      <form className="field" method="post" noValidate>
        <input type="hidden" name="intent" value="check-code" />
        <input {...codeFieldAttributes} id="codeAgain" aria-describedby="codeAgain-hint" />
        <button type="submit" className="button">
          {t("landing:cta.open")}
        </button>
      </form>
      <p>
        {t("landing:noInvitation.body")}{" "}
        <a href={href("/membership-interest")}>{t("landing:noInvitation.link")}</a>
      </p>
      <p>
        {t("landing:registered.question")}{" "}
        <a href={href("/registration/resend")}>{t("landing:registered.link")}</a>
      </p>
    </section>
  );
}

/**
 * The keys of the club's claims in docs/product/overview.md#purpose that the page shows with a number in large type.
 */
const benefitKeys = ["discount", "labels", "midnight", "trust"] as const;
const claimKeys = ["membership", "delivery", "firstOrder", "friends"] as const;

/** The club's claims about membership, in two lists. */
export function Benefits() {
  const { t } = useSite();
  return (
    <section className="section night" aria-labelledby="benefits-heading">
      <div className="section-head">
        <h2 id="benefits-heading">{t("landing:benefits.title")}</h2>
      </div>
      {[benefitKeys, claimKeys].map((keyList) => (
        <ul className={keyList === benefitKeys ? "facts" : "claims"} key={keyList[0]}>
          {keyList.map((claimKey) => (
            <li key={claimKey}>
              <h3>{t(`landing:claim.${claimKey}.title`)}</h3>
              <p>{t(`landing:claim.${claimKey}.body`)}</p>
            </li>
          ))}
        </ul>
      ))}
    </section>
  );
}

const vipStatuses = ["Silver", "Gold", "Diamond"];

/** The three stores (docs/product/overview.md#purpose), and the VIP statuses that their customers can have. */
export function Stores() {
  const { t, locale } = useSite();
  const countryNames = new Intl.DisplayNames(getFormatLanguageTag(locale), { type: "region" });
  return (
    <section className="section night" aria-labelledby="stores-heading">
      <div className="section-head">
        <h2 id="stores-heading">{t("landing:stores.title")}</h2>
        <p className="lead">{t("landing:stores.body")}</p>
      </div>
      <ul className="stores">
        {stores.map((store) => (
          <li key={store.id}>
            <RenderedPicture files={storePictures[store.id]} {...storePictureSize} isLazy />
            <h3>{formatCityName(store, locale)}</h3>
            <address>
              {`${store.street} ${store.houseNumber}`}
              <br />
              {`${store.postalCode} ${store.city}, ${countryNames.of(store.country) ?? ""}`}
            </address>
            <a
              href={createMapUrl(store)}
              rel="noreferrer"
              aria-label={t("landing:stores.mapOf", { city: formatCityName(store, locale) })}
            >
              {t("landing:stores.map")}
            </a>
          </li>
        ))}
      </ul>
      <div className="card-holder">
        <RenderedPicture
          files={membershipCard}
          {...storePictureSize}
          alt={t("landing:stores.card.label")}
          isLazy
        />
        <div className="stack">
          <p className="eyebrow">{t("landing:stores.card.status")}</p>
          <ul className="tiers">
            {vipStatuses.map((status) => (
              <li key={status}>{status}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
