/** The personal values of `MailSentData` under the name `sent`, for `handle.template`. */
export const mailSentValues = [
  "sent.email",
  "sent.formToken",
  "sent.invitation.code",
  "sent.invitation.validityTimestamp",
] as const;
