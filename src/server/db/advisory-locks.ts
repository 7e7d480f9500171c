/**
 * The keys of all advisory locks. Each must be the same in every process and version, because servers of two versions
 * run side by side during an upgrade. 7206013 is the key of the SQL function `compact_counts`.
 * https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export const ADVISORY_LOCKS = {
  migrations: 7_206_011,
  demoData: 7_206_012,
  uploads: 7_206_014,
  facts: 7_206_015,
  descriptions: 7_206_016,
  suggestions: 7_206_017,
  signingKeys: 7_206_018,
  /** The first of two keys. The second is a hash of the mailbox. */
  mailRecipient: 7_206_019,
  /** The first of two keys, like `mailRecipient`. The second is a hash of the mailbox or of the network. */
  signInCodes: 7_206_021,
  signInUsers: 7_206_022,
  registrations: 7_206_023,
  /** The first of two keys. The second is a hash of the job's id. */
  jobReports: 7_206_024,
  /** The first of two keys, like `mailRecipient`. The second is a hash of the mailbox. */
  invitedAddress: 7_206_025,
  siteAdmins: 7_206_026,
  alertMatching: 7_206_027,
  /** The first of two keys, like `signInCodes`. The second is a hash of the mailbox or of the network. */
  alertConfirmations: 7_206_028,
  alertDigests: 7_206_029,
  alertMatches: 7_206_030,
} as const;
