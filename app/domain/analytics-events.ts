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

const campaignSlugs = ["social", "viral", "viral-product-share", "daba"];

/** @param slug - the slug of the landing page; the event contains `Unknown` if no campaign has this slug */
export function createLandingRegistrationEvent(slug: string | undefined): AnalyticsEvent {
  const campaign = campaignSlugs.find((candidate) => candidate === slug) ?? "Unknown";
  return { event: "landing_registration", campaign };
}

export function createLandingWelcomeRegistrationEvent(): AnalyticsEvent {
  return { event: "landing_welcome_registration" };
}

export function createLandingFormRegistrationEvent(): AnalyticsEvent {
  return { event: "landing_form_registration" };
}

export function createLandingRegistrationStep2Event(): AnalyticsEvent {
  return { event: "landing_registration_step2" };
}

export function createSubmitFormRegistrationStep2Event(): AnalyticsEvent {
  return { event: "submit_form_registration_step2" };
}

export function createEnteringCodeRegistrationEvent(): AnalyticsEvent {
  return { event: "entering_code_registration" };
}

export function createSubmitCodeRegistrationEvent(): AnalyticsEvent {
  return { event: "submit_code_registration" };
}

export function createSubmitEmailEvent(email: Hash): AnalyticsEvent {
  return { event: "submit_email", email };
}

export function createSubscribeNewsletterEvent(): AnalyticsEvent {
  return { event: "subscribe_newsletter" };
}

/** @param registrationId - undefined if acq returned none */
export function createSuccessfulUserRegistrationEvent(
  email: Hash,
  registrationId: Hash | undefined,
): AnalyticsEvent {
  return { event: "successful_user_registration", email, ...(registrationId && { registrationId }) };
}

export function createAlreadyRegisteredLoginRegistrationEvent(): AnalyticsEvent {
  return { event: "already_registered_login_registration" };
}

export function createLandingActivateAccountRegistrationEvent(): AnalyticsEvent {
  return { event: "landing_activate_account_registration" };
}

export function createRegistrationCountryChangedEvent(): AnalyticsEvent {
  return { event: "registration_country_changed" };
}

export function createLandingForbiddenReferrerEvent(): AnalyticsEvent {
  return { event: "landing_forbidden_referrer" };
}

/** Analytics data: the variation of an experiment that a visitor was assigned to. */
export interface AssignmentEvent {
  /** The optional label of a split link, or the name of an experiment. */
  experiment?: string | undefined;
  /** The variation. For a split link, the number of its target, counted from 1. */
  variation: string | number;
}

export function createExperimentAssignmentEvent({ experiment, variation }: AssignmentEvent): AnalyticsEvent {
  return { event: "assign_experiment", ...(experiment && { experiment }), variation };
}

export function createRegistrationCodeNoBalanceEvent(): AnalyticsEvent {
  return { event: "registration_code_no_balance" };
}

export function createRegistrationCodeExpiredEvent(): AnalyticsEvent {
  return { event: "registration_code_expired" };
}

export function createRegistrationTimestampMissingEvent(): AnalyticsEvent {
  return { event: "registration_timestamp_missing" };
}

export function createRegistrationAccountActiveEvent(): AnalyticsEvent {
  return { event: "registration_account_active" };
}

export function createRegistrationAccountPendingEvent(): AnalyticsEvent {
  return { event: "registration_account_pending" };
}

export function createRegistrationActivationFailedEvent(): AnalyticsEvent {
  return { event: "registration_activation_failed" };
}

export function createRegistrationActivationNotFoundEvent(): AnalyticsEvent {
  return { event: "registration_activation_not_found" };
}
