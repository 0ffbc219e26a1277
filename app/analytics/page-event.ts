/**
 * What a page's being shown means for analytics (contract.md, section 12; spec.md, sections 7 and 8): each page
 * names its event in its head, for whatever sends it once there is consent.
 */
export type PageEvent =
  | "landing_registration"
  | "landing_welcome_registration"
  | "landing_form_registration"
  | "landing_registration_step2"
  | "landing_activate_account_registration"
  | "landing_forbidden_referrer"
  | "registration_code_no_balance"
  | "registration_code_expired"
  | "registration_timestamp_missing"
  | "registration_account_active"
  | "registration_account_pending"
  | "registration_activation_failed"
  | "registration_activation_not_found";

/**
 * `assign_experiment` comes beside the page's own event, in a second `page-event` of the page that a split link has led
 * to (contract.md, section 9): which experiment, if it has a name, and which of its targets, from 1.
 */
export interface Assignment {
  label?: string | undefined;
  target: number;
}
