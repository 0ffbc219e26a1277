declare const hashBrand: unique symbol;

/**
 * A SHA-256 hash in lowercase hexadecimal digits. Only app/request/page-events.server.ts creates this type. So events
 * cannot contain personal data as plain text.
 */
export type Hash = string & { readonly [hashBrand]: true };

/**
 * An analytics event, as in `window.dataLayer`: docs/product/cookies-and-events.md#events. Each event has one function
 * here. Events contain campaigns, experiments and hashes, but no code and no text that a visitor typed.
 */
export interface AnalyticsEvent {
  event: string;
  [field: string]: string | number;
}

const campaigns = ["social", "viral", "viral-product-share", "daba"];

/** @param slug - the slug of the landing page; the event contains `Unknown` if no campaign has this slug */
export function landingRegistration(slug: string | undefined): AnalyticsEvent {
  const campaign = campaigns.find((candidate) => candidate === slug) ?? "Unknown";
  return { event: "landing_registration", campaign };
}

export function landingWelcomeRegistration(): AnalyticsEvent {
  return { event: "landing_welcome_registration" };
}

export function landingFormRegistration(): AnalyticsEvent {
  return { event: "landing_form_registration" };
}

export function landingRegistrationStep2(): AnalyticsEvent {
  return { event: "landing_registration_step2" };
}

export function submitFormRegistrationStep2(): AnalyticsEvent {
  return { event: "submit_form_registration_step2" };
}

export function enteringCodeRegistration(): AnalyticsEvent {
  return { event: "entering_code_registration" };
}

export function submitCodeRegistration(): AnalyticsEvent {
  return { event: "submit_code_registration" };
}

export function submitEmail(email: Hash): AnalyticsEvent {
  return { event: "submit_email", email };
}

export function subscribeNewsletter(): AnalyticsEvent {
  return { event: "subscribe_newsletter" };
}

/** @param registrationId - undefined if acq returned none */
export function successfulUserRegistration(email: Hash, registrationId: Hash | undefined): AnalyticsEvent {
  return { event: "successful_user_registration", email, ...(registrationId && { registrationId }) };
}

export function alreadyRegisteredLoginRegistration(): AnalyticsEvent {
  return { event: "already_registered_login_registration" };
}

export function landingActivateAccountRegistration(): AnalyticsEvent {
  return { event: "landing_activate_account_registration" };
}

export function registrationCountryChanged(): AnalyticsEvent {
  return { event: "registration_country_changed" };
}

export function landingForbiddenReferrer(): AnalyticsEvent {
  return { event: "landing_forbidden_referrer" };
}

/** Analytics data: the variation of an experiment that a visitor was assigned to. */
export interface AssignmentEvent {
  /** The optional label of a split link, or the name of an experiment. */
  experiment?: string | undefined;
  /** The variation. For a split link, the number of its target, counted from 1. */
  variation: string | number;
}

export function assignExperiment({ experiment, variation }: AssignmentEvent): AnalyticsEvent {
  return { event: "assign_experiment", ...(experiment && { experiment }), variation };
}

export function registrationCodeNoBalance(): AnalyticsEvent {
  return { event: "registration_code_no_balance" };
}

export function registrationCodeExpired(): AnalyticsEvent {
  return { event: "registration_code_expired" };
}

export function registrationTimestampMissing(): AnalyticsEvent {
  return { event: "registration_timestamp_missing" };
}

export function registrationAccountActive(): AnalyticsEvent {
  return { event: "registration_account_active" };
}

export function registrationAccountPending(): AnalyticsEvent {
  return { event: "registration_account_pending" };
}

export function registrationActivationFailed(): AnalyticsEvent {
  return { event: "registration_activation_failed" };
}

export function registrationActivationNotFound(): AnalyticsEvent {
  return { event: "registration_activation_not_found" };
}
