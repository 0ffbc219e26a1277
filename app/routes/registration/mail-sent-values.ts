/**
 * The names of the personal values in `MailSentData`, which routes return as `sent`. Page templates (`handle.template`)
 * use these names.
 */
export const mailSentValues = [
  "sent.email",
  "sent.formToken",
  "sent.invitation.code",
  "sent.invitation.validityTimestamp",
] as const;
