/** The names of the personal values in `MailSentData`, which routes return as `sent`. For `handle.template`. */
export const mailSentValues = [
  "sent.email",
  "sent.formToken",
  "sent.invitation.code",
  "sent.invitation.validityTimestamp",
] as const;
