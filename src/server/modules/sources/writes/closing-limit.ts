/** The number and the share of open jobs that a run or an import closes without a person's decision. */
const MAX_CLOSED = { jobs: 5, share: 0.25 } as const;

/**
 * Whether closing this many of the open jobs would exceed both limits. The list may then be cut off or belong to a
 * different company.
 */
export function closesTooMany(closing: number, open: number): boolean {
  return closing > MAX_CLOSED.jobs && closing > MAX_CLOSED.share * open;
}
