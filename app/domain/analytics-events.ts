declare const hashBrand: unique symbol;

/**
 * A SHA-256 hash in lowercase hexadecimal digits. Only app/request/page-events.server.ts creates values of this type,
 * so that no event contains personal data as plain text.
 */
export type Hash = string & { readonly [hashBrand]: true };

/**
 * An analytics event (docs/product/cookies-and-events.md#events). It contains campaigns, experiments and hashes, but no
 * code and no text that a visitor typed.
 */
export type AnalyticsEvent =
  | {
      event:
        | "landing_welcome_registration"
        | "landing_form_registration"
        | "landing_registration_step2"
        | "submit_form_registration_step2"
        | "entering_code_registration"
        | "submit_code_registration"
        | "subscribe_newsletter"
        | "already_registered_login_registration"
        | "landing_activate_account_registration"
        | "registration_country_changed"
        | "landing_forbidden_referrer"
        | "registration_code_no_balance"
        | "registration_code_expired"
        | "registration_timestamp_missing"
        | "registration_account_active"
        | "registration_account_pending"
        | "registration_activation_failed"
        | "registration_activation_not_found";
    }
  | { event: "landing_registration"; campaign: Campaign }
  | { event: "submit_email"; email: Hash }
  /** `registrationId` is missing if acq returned none. */
  | { event: "successful_user_registration"; email: Hash; registrationId?: Hash }
  /**
   * `experiment` is the name of an experiment, or the optional label of a split link. For a split link, `variation` is
   * the number of its target, counted from 1.
   */
  | { event: "assign_experiment"; experiment?: string; variation: string | number };

/**
 * An entry of `window.dataLayer`: an analytics event. Its name may be unknown to this release, because another release
 * may have saved the event.
 */
export interface DataLayerEvent {
  event: string;
  [field: string]: string | number;
}

const campaignSlugs = ["social", "viral", "viral-product-share", "daba"] as const;
type Campaign = (typeof campaignSlugs)[number] | "Unknown";

/** @param slug - the slug of the landing page; the event contains `Unknown` if no campaign has this slug */
export function createLandingRegistrationEvent(slug: string | undefined): AnalyticsEvent {
  const campaign = campaignSlugs.find((candidate) => candidate === slug) ?? "Unknown";
  return { event: "landing_registration", campaign };
}
