/**
 * The kinds of items that wait for a site admin. `registration`: a new company, with its first job. `claim`: a person
 * wants to act for an existing company. `rename`: an owner wants another name or website of their company. `edit`: a
 * change of a published job. `report`: all open reports of one job. `question`: a source waits for an approval, or asks
 * whether many jobs may close.
 */
export const INBOX_KINDS = [
  'registration',
  'claim',
  'rename',
  'job',
  'edit',
  'report',
  'question',
] as const;

export type InboxKind = (typeof INBOX_KINDS)[number];

const UUID = '[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}';

/** The pattern of an item's address: its kind and its id, such as `job-019a…`. */
export const INBOX_ITEM_PATTERN = `^((${INBOX_KINDS.join('|')})-${UUID})?$`;

/** The address of an item. The id alone is ambiguous: reports and an edit of a job have the id of the job. */
export function inboxItem({ kind, id }: { kind: InboxKind; id: string }): string {
  return `${kind}-${id}`;
}

/** Reads the address of an item; undefined if it is none. */
export function readInboxItem(item: string): { kind: InboxKind; id: string } | undefined {
  const kind = INBOX_KINDS.find((known) => item.startsWith(`${known}-`));
  if (!kind || !new RegExp(INBOX_ITEM_PATTERN).test(item)) return undefined;
  return { kind, id: item.slice(kind.length + 1) };
}
