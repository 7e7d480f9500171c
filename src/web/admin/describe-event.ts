import type { AuditEvent } from '#shared/contract/audit.ts';
import { nameOfField } from './field-names.ts';

/** The parts of a sentence about a change. The name of what was changed stands between the verb and the rest. */
export type Sentence = { subject: string; verb: string; name: string; rest: string };

/** Describes a change in a sentence, such as "Boss approved “Weaver” of Loom Labs". */
export function describeEvent(event: AuditEvent): Sentence {
  const { kind, name, company } = event;
  const isTitle = kind === 'job' || kind === 'draft' || kind === 'report';
  const shown = kind === 'settings' ? '' : isTitle && name ? `“${name}”` : name;
  const [verb, rest = isTitle && company ? ` of ${company}` : ''] = PREDICATES[kind](event);
  const subject = subjectOf(event);
  // Most requests are changed by the person whose requests they are, who is then named once.
  if (kind === 'claim' && name === subject) {
    return { subject, verb: verb.replace('the request of', 'a request'), name: '', rest };
  }
  return { subject, verb, name: shown, rest };
}

/** The words before the name and after it. Without words after it, a job is followed by its company. */
type Predicate = [verb: string, rest?: string];

const PREDICATES: Record<AuditEvent['kind'], (event: AuditEvent) => Predicate> = {
  job: ({ action, act, company, fields }) => {
    if (action === 'create') return ['posted'];
    if (action === 'delete') return ['deleted'];
    if (action === 'unlock') return ['let sources change', ' again'];
    if (act === 'close') return ['closed'];
    if (act === 'reopen') return ['reopened'];
    if (act === 'move') return ['moved', ` to ${company}`];
    return [`changed ${listFields(fields)} of the job`];
  },
  company: ({ action, fields }) => {
    if (action === 'create') return ['added the company'];
    if (action === 'delete') return ['deleted the company'];
    return [`changed ${listFields(fields)} of`];
  },
  account: ({ action, act, role, company, fields }) => {
    if (act === 'block') return ['blocked'];
    if (act === 'unblock') return ['unblocked'];
    if (act === 'sessions') return ['ended the sessions of'];
    if (act === 'role' && role === 'companyadmin') return ['made', ` an admin of ${company}`];
    if (act === 'role') return ['made', ` a ${role === 'siteadmin' ? 'site admin' : 'user'}`];
    if (action === 'create') return ['added the account of'];
    if (action === 'delete') return ['deleted the account of'];
    return [`changed ${listFields(fields)} of`];
  },
  membership: ({ action, role, company }) =>
    action === 'delete'
      ? ['removed', ` from the team of ${company || 'a company'}`]
      : ['made', ` an ${role || 'admin'} of ${company || 'a company'}`],
  mail: () => ['changed the state of an email'],
  settings: ({ fields }) => [`changed ${listFields(fields)} in the settings`],
  page: ({ action, fields }) => {
    if (action === 'create') return ['wrote the page'];
    if (action === 'delete') return ['deleted the page'];
    return [`changed ${listFields(fields)} of the page`];
  },
  category: ({ action, fields }) => {
    if (action === 'create') return ['added the category'];
    if (action === 'delete') return ['deleted the category'];
    return [`changed ${listFields(fields)} of the category`];
  },
  draft: ({ action, act }) => {
    if (action === 'delete') return ['deleted the unpublished job'];
    return [DRAFT_ACTS[act] ?? 'changed the unpublished job'];
  },
  report: () => ['resolved the reports of'],
  claim: ({ action, act, company }) => {
    if (action === 'delete') return ['deleted the request of', ` for ${company}`];
    return [CLAIM_ACTS[act] ?? 'changed the request of', ` for ${company}`];
  },
  rename: ({ action, act }) => {
    const withdrew = 'withdrew the request to change the name or website of';
    if (action === 'delete' && !act) return [withdrew];
    return [RENAME_ACTS[act] ?? 'changed the request to change the name or website of', ''];
  },
  merge: ({ action, company }) => [
    action === 'create' ? 'merged' : 'undid the merge of',
    company ? ` into ${company}` : '',
  ],
  source: ({ action, act, fields }) => {
    if (action === 'create') return ['added the source'];
    if (action === 'delete') return ['removed the source'];
    if (act === 'close') return ['let', ' close jobs that it no longer lists'];
    if (SOURCE_ACTS[act]) return [SOURCE_ACTS[act]];
    return [`changed ${listFields(fields)} of the source`];
  },
};

const DRAFT_ACTS: Record<string, string> = {
  save: 'saved the draft',
  submit: 'submitted',
  withdraw: 'withdrew',
  approve: 'approved',
  reject: 'rejected',
};

const CLAIM_ACTS: Record<string, string> = {
  save: 'saved the request of',
  saveJob: 'saved the first job in the request of',
  prove: 'verified the request of',
  submit: 'submitted the request of',
  withdraw: 'withdrew the request of',
  approve: 'approved the request of',
  reject: 'rejected the request of',
  accept: 'accepted the request of',
  object: 'objected to the request of',
  takeEffect: 'became an owner by the request of',
};

const RENAME_ACTS: Record<string, string> = {
  request: 'asked to change the name or website of',
  approve: 'approved the new name or website of',
  reject: 'rejected the new name or website of',
  fulfill: 'entered the requested name or website of',
  deleteCompany: 'dropped the request to change the name or website of',
  mergeCompany: 'dropped the request to change the name or website of',
};

const SOURCE_ACTS: Record<string, string> = {
  pause: 'paused the source',
  resume: 'resumed the source',
  approve: 'approved the source',
  run: 'started a run of the source',
};

/** The most fields that a sentence names. */
const MAX_NAMED = 3;

/** Changed fields, such as "the title and the pay" or "5 fields". */
function listFields(fields: string[]): string {
  if (fields.length === 0) return 'nothing';
  if (fields.length > MAX_NAMED) return `${fields.length} fields`;
  const names = fields.map((field) => `the ${lower(nameOfField(field))}`);
  const last = names.pop() ?? '';
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
}

/** A name of a field within a sentence. Abbreviations such as "URL" stay. */
const lower = (name: string) => `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;

/** Programs that make changes. Other programs are commands, whose names are shown. */
const PROGRAMS: Record<string, string> = {
  source: 'A source',
  'npm run import': 'An import',
  'last day': 'The board',
  'renewal link': 'A link in an email',
  'demo data': 'The demo data',
};

function subjectOf({ actor: { kind, id, name, email } }: AuditEvent): string {
  if (kind === 'outside') return 'Someone outside the board';
  if (kind === 'deleted') return 'A deleted person';
  return name || email || (PROGRAMS[id] ?? id);
}
