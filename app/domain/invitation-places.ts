/** How a member's invitations stand, as acq tells it. */
export interface Places {
  /** Registrations that the code still has; those that are pending hold their place of them. */
  balance: number;
  pending: number;
  joined: number;
}

/** How many friends can still come in: acq refuses a code whose pending registrations take all that is left. */
export function freePlaces({ balance, pending }: Places): number {
  return Math.max(0, balance - pending);
}
