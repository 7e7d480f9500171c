/**
 * The kinds of change that the audit trail records. `unlock`: a person allows a source to change edited fields again.
 */
export const AUDIT_ACTIONS = ['create', 'update', 'delete', 'unlock'] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * The kinds of row that the audit trail covers. For accounts, it records only changes of role, company and block; for
 * mails and reports, only the actions of site admins; for drafts, that is, unpublished jobs, and for renames, that is,
 * requests to change the name or website of a company, only changes of their state.
 */
export const AUDITED_KINDS = [
  'job',
  'company',
  'account',
  'membership',
  'mail',
  'draft',
  'report',
  'claim',
  'merge',
  'source',
  'rename',
  'settings',
  'page',
  'category',
] as const;

export type AuditedKind = (typeof AUDITED_KINDS)[number];

/** The groups of actors who make changes. */
export const AUDIT_ACTORS = ['people', 'imports', 'tasks', 'commands', 'outside'] as const;

export type AuditActors = (typeof AUDIT_ACTORS)[number];
