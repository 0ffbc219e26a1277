/** The counts of a member's invitations, from acq. */
export interface InvitationCounts {
  /** The registrations that the code still allows, including places reserved by pending registrations. */
  balance: number;
  pending: number;
  joined: number;
}

/** Returns how many friends can still register. The places that pending registrations reserve are subtracted. */
export function countFreePlaces({ balance, pending }: InvitationCounts): number {
  return Math.max(0, balance - pending);
}
