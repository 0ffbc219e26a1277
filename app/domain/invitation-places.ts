/** The counts of a member's invitations, from acq. */
export interface InvitationCounts {
  /** The registrations that the code still allows, including places reserved by pending registrations. */
  balance: number;
  pending: number;
  joined: number;
}

/** Returns how many friends can still register. Pending registrations reserve places, so their number is subtracted. */
export function countFreePlaces({ balance, pending }: InvitationCounts): number {
  return Math.max(0, balance - pending);
}
