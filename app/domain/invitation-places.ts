/** The counts of a member's invitations, from acq. */
export interface Places {
  /** The registrations that the code has left, including those held by pending ones. */
  balance: number;
  pending: number;
  joined: number;
}

/** Returns how many friends can still register: acq refuses a code if pending registrations hold all places. */
export function freePlaces({ balance, pending }: Places): number {
  return Math.max(0, balance - pending);
}
