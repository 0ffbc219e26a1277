export interface DemonstrationCode {
  displayedName: string;
  inviter: string | null;
  balance: number;
  countryCodes?: string[];
  isInviterValid?: boolean;
  isRefererAllowed?: boolean;
  needsTimestamp?: boolean;
  isExpired?: boolean;
}

/**
 * The demonstration codes (docs/develop/acq-protocol.md#embedded-acq). A code without `countryCodes` is valid in all
 * countries.
 */
export const demonstrationCodes: DemonstrationCode[] = [
  { displayedName: "WELCOME", inviter: "Anna", balance: 1000 },
  { displayedName: "VIP2026", inviter: "Noah", balance: 3, countryCodes: ["DE", "AT", "CH"] },
  { displayedName: "LASTONE", inviter: "Mila", balance: 1 },
  { displayedName: "EMPTY", inviter: "Jonas", balance: 0 },
  { displayedName: "PENDING", inviter: "Clara", balance: 1 },
  { displayedName: "EXPIRED", inviter: "Theo", balance: 100, isExpired: true },
  { displayedName: "NOCUSTOM", inviter: "Ida", balance: 100, countryCodes: [] },
  { displayedName: "NOINVITER", inviter: null, balance: 100, isInviterValid: false },
  { displayedName: "NOREFERER", inviter: "Emil", balance: 100, isRefererAllowed: false },
  { displayedName: "NEEDSVT", inviter: "Lena", balance: 100, needsTimestamp: true },
];

export interface DemonstrationAccount {
  email: string;
  firstName: string;
  lastName: string;
  status: "PENDING" | "ACTIVE";
  invitationCode: string | null;
  ownCode?: string;
  role?: "ADMIN";
  vipStatus?: "GOLD";
  canSignIn?: boolean;
}

export const demonstrationAccounts: DemonstrationAccount[] = [
  {
    email: "active@example.com",
    firstName: "Anna",
    lastName: "Active",
    status: "ACTIVE",
    invitationCode: null,
    ownCode: "WELCOME",
  },
  {
    email: "pending@example.com",
    firstName: "Paula",
    lastName: "Pending",
    status: "PENDING",
    invitationCode: "WELCOME",
  },
  {
    email: "waiting@example.com",
    firstName: "Willem",
    lastName: "Waiting",
    status: "PENDING",
    invitationCode: "PENDING",
  },
  {
    email: "member@example.com",
    firstName: "Noah",
    lastName: "Member",
    status: "ACTIVE",
    invitationCode: null,
    ownCode: "VIP2026",
    vipStatus: "GOLD",
    canSignIn: true,
  },
  {
    email: "admin@example.com",
    firstName: "Ada",
    lastName: "Admin",
    status: "ACTIVE",
    invitationCode: null,
    role: "ADMIN",
    canSignIn: true,
  },
];

// The hash of the demonstration password "velvetgate". Its scrypt cost is low: the password is published, so it needs
// no protection against guessing.
export const demonstrationPasswordHash =
  "8IWZ5X2ZvuveBnn2Xva87g.MJT7d_L4o-XyImFcCLnmUuVhh2XrXw4kpSAgy_Xz8tE.10";

/**
 * The hash by which older releases stored the published demonstration password. Databases from those releases still
 * contain this hash.
 */
export const previousPasswordHash = "llJOWAx8h4c-baTsLT-Kdg.6GDeEOr-mWLh2D7RC-pgSw2769mptY2nAUIEjbJ9Hsg";
