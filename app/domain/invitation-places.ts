/** The counts of a member's invitations, from acq. */
export interface Places {
  /** Registrations that the code still has; those that are pending hold their place of them. */
  balance: number;
  pending: number;
  joined: number;
}

/** Returns how many friends can still register: acq refuses a code when pending registrations take all places. */
export function freePlaces({ balance, pending }: Places): number {
  return Math.max(0, balance - pending);
}
