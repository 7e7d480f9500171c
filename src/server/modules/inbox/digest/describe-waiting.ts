import type { InboxKind } from '#shared/domain/inbox.ts';
import { formatDuration } from '#shared/format/time-span.ts';
import type { InboxSummary } from '../queries.ts';

const NAMES: Record<InboxKind, [one: string, many: string]> = {
  registration: ['new company', 'new companies'],
  claim: ['claim', 'claims'],
  rename: ['change of name or website', 'changes of name or website'],
  job: ['job', 'jobs'],
  edit: ['edit', 'edits'],
  report: ['reported job', 'reported jobs'],
  question: ['question of a source', 'questions of sources'],
};

/** What waits, such as "3 jobs, 1 claim and 2 reported jobs wait". */
export function describeWaiting({ counts, total }: InboxSummary): string {
  const parts = (Object.keys(NAMES) as InboxKind[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${NAMES[kind][counts[kind] === 1 ? 0 : 1]}`);
  const last = parts.pop() ?? '';
  const all = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
  return `${all} ${total === 1 ? 'waits' : 'wait'}`;
}

/** How long the oldest item waits, such as "the oldest for 20 hours". */
export function describeAge({ oldest }: InboxSummary, now = new Date()): string {
  return `the oldest for ${formatDuration(Math.max(0, now.getTime() - Date.parse(oldest ?? '')))}`;
}
