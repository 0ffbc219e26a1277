/** The paths of the pages after a registration, by their group of texts in the namespace "progress". */
export const mailSentPaths = {
  finished: "/registration/formfinished",
  pending: "/registration/registrationformemailpendingcomplete",
} as const;

export type MailSentGroup = keyof typeof mailSentPaths;
