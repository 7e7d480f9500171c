import { type SQL, sql } from 'drizzle-orm';

/** A person whose data is exported or erased. */
export type Person = {
  /** The id of the account. */
  id: string;
  /** The key by which the audit trail names the person. */
  key: string;
  /** The email addresses that the person has proven, normalized. */
  emails: string[];
};

/**
 * The rule for a column of a personal table. `exported`: the column is in the person's download. `withheld`: the column
 * is not in the download. Either it is a secret or a digest of a secret, which a stolen access token must not reveal,
 * or only site admins may read it. An SQL expression is exported instead of the column.
 */
type ColumnRule = 'exported' | 'withheld' | SQL;

/**
 * How the rows of a person are erased. `delete` deletes them; with a condition, it deletes the rows of that condition
 * instead of the exported rows. `clear` empties columns. `follows`: the rows disappear with rows of another table, by a
 * foreign key or a trigger. `anonymous`: the rows stay, and name nobody once the person's actor key is deleted.
 */
type Erasure =
  | { by: 'delete'; where?: (person: Person) => SQL }
  | { by: 'clear'; columns: string[] }
  | { by: 'follows'; table: string }
  | { by: 'anonymous' };

export type PersonalTable = {
  /** The name of the section in the download. */
  section: string;
  /** SQL: whether a row is about the person. */
  rows: (person: Person) => SQL;
  erasure: Erasure;
  columns: Record<string, ColumnRule>;
};

/**
 * A table without personal data, and why it has none. The columns are listed, so that a new column needs a rule, too.
 */
export type ImpersonalTable = { impersonal: string; columns: string[] };

const isEmail = (column: string, { emails }: Person) =>
  sql`lower(${sql.raw(column)}) in (select lower(address) from unnest(${sql.param(emails)}::text[]) address)`;

/** The addresses for alerts of the account, and those that the person has proven and that no account uses. */
const ofAlertAddress = (person: Person) =>
  sql`(account_id = ${person.id} or account_id is null and ${isEmail('address', person)})`;
const alertAddressesOf = (person: Person) =>
  sql`select owned.id from alert_addresses owned where ${ofAlertAddress(person)}`;

const ofAccount = ({ id }: Person) => sql`account_id = ${id}`;
const ofUser = ({ id }: Person) => sql`user_id = ${id}`;

/** Returns rules by which all these columns are exported. */
const exported = (...names: string[]): Record<string, ColumnRule> =>
  Object.fromEntries(names.map((name) => [name, 'exported']));
const withheld = (...names: string[]): Record<string, ColumnRule> =>
  Object.fromEntries(names.map((name) => [name, 'withheld']));

/** The kinds of events whose values are about a person. Other events have the values of jobs and companies. */
const ABOUT_PEOPLE = sql.raw(`kind in ('account', 'membership', 'claim')`);

/**
 * The tables with personal data, in the order in which they are exported and erased. A test compares them with the
 * database, so a new table or column needs a rule.
 */
export const PERSONAL_TABLES: Record<string, PersonalTable> = {
  memberships: {
    section: 'memberships',
    rows: ofAccount,
    erasure: { by: 'delete' },
    columns: exported('id', 'account_id', 'company_id', 'role', 'created_at'),
  },
  invitations: {
    section: 'invitations',
    rows: (person) => sql`(${isEmail('email', person)} or invited_by = ${person.id})`,
    erasure: { by: 'delete' },
    columns: {
      ...exported('id', 'company_id', 'email', 'role', 'invited_by', 'created_at', 'expires_at'),
      ...withheld('token_digest'),
    },
  },
  sent_invitations: {
    section: 'sentInvitations',
    rows: (person) => sql`(${isEmail('email', person)} or invited_by = ${person.id})`,
    // Delete only the invitations to this person. Those that the person has sent stay, because they still count for the
    // limits of the company and of their recipients.
    erasure: { by: 'delete', where: (person) => isEmail('email', person) },
    columns: exported('id', 'company_id', 'invited_by', 'email', 'created_at'),
  },
  job_marks: {
    section: 'markedJobs',
    rows: ofAccount,
    erasure: { by: 'delete' },
    columns: exported(
      ...['account_id', 'job_id', 'saved_at', 'applied_at', 'hidden_at', 'note', 'updated_at'],
    ),
  },
  hidden_companies: {
    section: 'hiddenCompanies',
    rows: ofAccount,
    erasure: { by: 'delete' },
    columns: exported('account_id', 'company_id', 'hidden_at'),
  },
  company_claims: {
    section: 'claims',
    rows: ofAccount,
    erasure: { by: 'delete' },
    columns: exported(
      ...['id', 'account_id', 'company_id', 'registration', 'job', 'state', 'message', 'reason'],
      ...['rejected_at', 'proven_email', 'version', 'created_at', 'updated_at', 'submitted_at'],
      ...['takes_effect_at', 'last_rejection'],
    ),
  },
  company_renames: {
    section: 'renames',
    rows: ofAccount,
    // The request stays with the company.
    erasure: { by: 'clear', columns: ['account_id'] },
    columns: exported(
      ...['id', 'company_id', 'account_id', 'name', 'website', 'state', 'reason', 'version'],
      'requested_at',
    ),
  },
  merge_leftovers: {
    section: 'leftoversOfMerges',
    rows: (person) =>
      sql`(${person.id} in (content ->> 'account_id', content ->> 'author', content ->> 'invited_by') or ${isEmail(`content ->> 'email'`, person)})`,
    erasure: { by: 'delete' },
    columns: {
      ...exported('id', 'merge_id', 'kind', 'created_at'),
      content: sql`content - 'token_digest'`,
    },
  },
  job_drafts: {
    section: 'unpublishedJobs',
    rows: ({ id }) => sql`author = ${id}`,
    // The jobs stay with the company.
    erasure: { by: 'clear', columns: ['author'] },
    columns: exported(
      ...['id', 'job_id', 'company_id', 'author', 'state', 'body', 'reason', 'signals', 'version'],
      ...['created_at', 'updated_at', 'submitted_at', 'last_rejection'],
    ),
  },
  job_reports: {
    section: 'reports',
    rows: (person) => isEmail('email', person),
    erasure: { by: 'clear', columns: ['email'] },
    columns: exported(
      ...['id', 'job_id', 'title', 'reason', 'text', 'email', 'created_at', 'resolved_at'],
    ),
  },
  inbox_digests: {
    section: 'inboxDigests',
    rows: ofAccount,
    erasure: { by: 'delete' },
    columns: exported('account_id', 'is_wanted', 'sent_at'),
  },
  reminder_opt_outs: {
    section: 'endedReminders',
    rows: ofAccount,
    erasure: { by: 'delete' },
    columns: exported('account_id', 'created_at'),
  },
  alerts: {
    section: 'alerts',
    rows: (person) => sql`address_id in (${alertAddressesOf(person)})`,
    erasure: { by: 'delete' },
    columns: {
      ...exported('id', 'address_id', 'frequency', 'typed', 'created_at', 'confirmed_at', 'due_at'),
      ...exported('seen_at', 'seen_number'),
      search_id: sql`(select query from alert_searches search where search.id = search_id)`,
    },
  },
  alert_sent_jobs: {
    section: 'jobsMailedByAlerts',
    rows: (person) => sql`address_id in (${alertAddressesOf(person)})`,
    erasure: { by: 'delete' },
    columns: exported('address_id', 'job_key', 'sent_at'),
  },
  alert_addresses: {
    section: 'alertAddresses',
    rows: ofAlertAddress,
    erasure: { by: 'delete' },
    columns: {
      ...exported(
        'id',
        'address',
        'account_id',
        'time_zone',
        'created_at',
        'useful_at',
        'asked_at',
      ),
      ...exported('paused_at', 'pause_reason'),
      ...withheld('link_secret'),
    },
  },
  mails: {
    section: 'mails',
    rows: (person) => isEmail('to_address', person),
    // Mails to other people that name the person, even those that are not sent yet.
    erasure: {
      by: 'delete',
      where: (person) => sql`(${isEmail('to_address', person)} or about = ${person.id})`,
    },
    columns: {
      ...exported('id', 'to_address', 'subject', 'message_id', 'status', 'failure', 'attempts'),
      ...exported('unknown_outcomes', 'created_at', 'next_attempt_at', 'attempted_at'),
      ...exported('finished_at', 'expires_at', 'turn'),
      // Codes and links are secrets.
      content: sql`content - 'code' - 'subject' - 'items' - 'button' - 'links' - 'unsubscribe'`,
      // The id of another person.
      ...withheld('about'),
    },
  },
  idempotency_keys: {
    section: 'idempotencyKeys',
    rows: ofAccount,
    erasure: { by: 'delete' },
    columns: exported('account_id', 'key', 'digest', 'thing_id', 'created_at'),
  },
  identity_sessions: {
    section: 'sessions',
    rows: ofUser,
    erasure: { by: 'delete' },
    columns: exported('id', 'user_id', 'user_agent', 'created_at', 'last_used_at'),
  },
  identity_state: {
    section: 'signInState',
    // PostgreSQL cannot parse the null characters that clients may have sent.
    rows: ({ id }) => sql`strpos(payload::text, ${`"accountId":${JSON.stringify(id)}`}) > 0`,
    erasure: { by: 'delete' },
    columns: {
      ...exported('kind', 'consumed_at', 'expires_at'),
      ...withheld('id', 'payload', 'grant_id', 'uid'),
    },
  },
  identity_codes: {
    section: 'codes',
    rows: (person) =>
      sql`(${isEmail('email', person)} or right(interaction, ${person.id.length + 4}) = ${` of ${person.id}`})`,
    erasure: { by: 'delete' },
    columns: {
      ...exported('id', 'email', 'tries', 'closed_at', 'expires_at', 'created_at'),
      ...withheld('interaction', 'network', 'prefix', 'code_hash'),
    },
  },
  identity_links: {
    section: 'signInIdentities',
    rows: ofUser,
    erasure: { by: 'delete' },
    columns: exported(
      ...['issuer', 'subject', 'user_id', 'verified_email', 'created_at', 'last_used_at'],
    ),
  },
  identity_passkeys: {
    section: 'passkeys',
    rows: ofUser,
    erasure: { by: 'delete' },
    columns: exported(
      ...['id', 'credential_id', 'user_id', 'public_key', 'counter', 'transports', 'name'],
      ...['created_at', 'last_used_at'],
    ),
  },
  identity_users: {
    section: 'signInUser',
    rows: ({ id }) => sql`id = ${id}`,
    erasure: { by: 'delete' },
    columns: exported('id', 'name', 'created_at'),
  },
  audit_events: {
    section: 'changes',
    rows: ({ key }) =>
      sql`(actor = ${key} or (kind = 'account' and thing_id = ${key})
        or (kind in ('membership', 'claim') and coalesce(after, before) ->> 'account_id' = ${key}))`,
    erasure: { by: 'anonymous' },
    columns: {
      ...exported('id', 'at', 'actor', 'action', 'kind', 'thing_id'),
      before: sql`case when ${ABOUT_PEOPLE} then before end`,
      after: sql`case when ${ABOUT_PEOPLE} then after end`,
    },
  },
  data_exports: {
    section: 'downloads',
    rows: ofAccount,
    erasure: { by: 'delete' },
    columns: exported('id', 'account_id', 'state', 'requested_at', 'expires_at'),
  },
  data_export_parts: {
    section: 'downloadParts',
    rows: ({ id }) =>
      sql`export_id in (select request.id from data_exports request where request.account_id = ${id})`,
    erasure: { by: 'follows', table: 'data_exports' },
    // The parts of a download are copies of rows of the tables above.
    columns: withheld('export_id', 'number', 'content'),
  },
  actors: {
    section: 'actorKeys',
    rows: ofAccount,
    erasure: { by: 'follows', table: 'accounts' },
    columns: exported('key', 'account_id'),
  },
  accounts: {
    section: 'account',
    rows: ({ id }) => sql`id = ${id}`,
    erasure: { by: 'delete' },
    columns: {
      ...exported('id', 'name', 'email', 'verified_email', 'bio', 'role', 'company_id'),
      ...exported('created_at', 'updated_at', 'blocked_at', 'last_sign_in_at'),
      // Only site admins read it.
      ...withheld('blocked_reason'),
    },
  },
};

const BY_COMPANIES = 'what companies publish; it stays with them';
const DERIVED = 'computed from published jobs';

/** The other tables. */
export const IMPERSONAL_TABLES: Record<string, ImpersonalTable> = {
  account_deletions: {
    impersonal: 'digests of random keys, which name nobody',
    columns: ['digest', 'deleted_at', 'copied_at'],
  },
  alert_changes: { impersonal: DERIVED, columns: ['job_id', 'number', 'before', 'description'] },
  alert_confirmations: {
    impersonal: 'ids of mails, and digests of networks with a secret key',
    columns: ['id', 'network', 'created_at'],
  },
  alert_matches: { impersonal: DERIVED, columns: ['search_id', 'job_id', 'matched_at', 'number'] },
  alert_run: {
    impersonal: 'ids of changed jobs',
    columns: ['id', 'jobs', 'numbers', 'after', 'searches', 'started_at'],
  },
  alert_searches: {
    impersonal: 'searches, each stored once for all people; the alerts say who has them',
    columns: ['id', 'query', 'necessary', 'version', 'created_at'],
  },
  area_count_changes: { impersonal: DERIVED, columns: ['area', 'jobs'] },
  area_counts: { impersonal: DERIVED, columns: ['area', 'jobs'] },
  companies: {
    impersonal: BY_COMPANIES,
    columns: [
      'id',
      'name',
      'description',
      'summary',
      'summary_truncated',
      'website',
      'logo',
      'source',
      'source_id',
      'created_at',
      'updated_at',
      'version',
      'trusted_website',
      'industry',
      'size',
      'founded',
      'places',
      'links',
    ],
  },
  board_time_zone: { impersonal: 'a setting of the board', columns: ['id', 'zone'] },
  company_counts: { impersonal: DERIVED, columns: ['company_id', 'name', 'jobs'] },
  company_name_skeletons: {
    impersonal: DERIVED,
    columns: ['company_id', 'name', 'version', 'skeletons'],
  },
  company_html: { impersonal: BY_COMPANIES, columns: ['id', 'renderer', 'digest', 'html'] },
  company_keys: { impersonal: BY_COMPANIES, columns: ['key', 'companies'] },
  company_merges: {
    impersonal: 'companies, and the ids of rows that a merge has moved',
    columns: ['id', 'into_id', 'source', 'source_id', 'logo', 'moved', 'created_at'],
  },
  distinct_jobs: {
    impersonal: 'pairs of jobs; who called them different is not stored',
    columns: ['job_id', 'other_id', 'created_at'],
  },
  exchange_rates: { impersonal: 'public rates', columns: ['currency', 'per_euro', 'date'] },
  identity_keys: {
    impersonal: 'the keys of the board',
    columns: ['id', 'private_key', 'cookie_secret', 'created_at'],
  },
  job_count_changes: {
    impersonal: DERIVED,
    columns: ['company_id', 'type', 'salary', 'jobs', 'salaries'],
  },
  job_counts: {
    impersonal: DERIVED,
    columns: ['company_id', 'type', 'salary', 'jobs', 'salaries'],
  },
  job_facts: {
    impersonal: DERIVED,
    columns: [
      'job_id',
      'reader',
      'digest',
      'places',
      'workplace',
      'employment',
      'level',
      'visa',
      'terms',
      'eligibility',
      'pay',
      'open_pay',
      'rates_date',
      'zone',
      'closes_at',
      'salary',
      'salaries',
      'reach',
      'middle',
      'skills',
      'dictionary',
      'group_id',
    ],
  },
  job_html: { impersonal: BY_COMPANIES, columns: ['id', 'renderer', 'digest', 'html'] },
  job_merges: {
    impersonal: 'jobs that were merged',
    columns: ['id', 'into_id', 'merge_id', 'created_at'],
  },
  job_reminders: {
    impersonal: 'jobs, and the dates about which a mail was sent',
    columns: ['job_id', 'validthrough', 'created_at'],
  },
  job_search: {
    impersonal: DERIVED,
    columns: [
      'job_id',
      'company_id',
      'type',
      'salary',
      'date',
      'reach',
      'heading',
      'body',
      'exact',
      'salaries',
      'middle',
      'group_id',
    ],
  },
  jobs: {
    impersonal: BY_COMPANIES,
    columns: [
      'id',
      'company_id',
      'title',
      'type',
      'location',
      'description',
      'summary',
      'summary_truncated',
      'salary',
      'pay_minimum',
      'pay_maximum',
      'pay_currency',
      'pay_unit',
      'applyurl',
      'applyemail',
      'date',
      'closed_at',
      'source',
      'source_id',
      'updated_at',
      'version',
      'more_places',
      'validthrough',
      'source_validthrough',
      'closed_by',
      'kept_open',
      'addresses',
      'workplace',
      'employment',
      'feed',
    ],
  },
  board_settings: {
    impersonal: 'settings of the board',
    columns: ['id', 'values', 'setup', 'version', 'updated_at'],
  },
  pages: {
    impersonal: 'texts of the operator for everyone; who wrote them is in the audit trail',
    columns: ['slug', 'title', 'text', 'place', 'position', 'version', 'updated_at'],
  },
  categories: {
    impersonal: 'settings of the board',
    columns: ['slug', 'name', 'description', 'words', 'skills', 'position', 'version'],
  },
  job_categories: {
    impersonal: 'which jobs are shown where; who decides it is in the audit trail',
    columns: ['job_id', 'category', 'belongs'],
  },
  mail_state: {
    impersonal: 'a state of the board',
    columns: ['id', 'paused_at', 'pause_reason', 'next_send_at'],
  },
  place_count_changes: { impersonal: DERIVED, columns: ['place', 'jobs'] },
  place_counts: { impersonal: DERIVED, columns: ['place', 'jobs'] },
  rate_limit_counts: {
    impersonal: 'networks and not people; deleted within minutes',
    columns: ['client', 'time_window', 'requests'],
  },
  search_dictionary: {
    impersonal: DERIVED,
    columns: ['word', 'jobs', 'share', 'heading_share', 'is_name', 'is_target'],
  },
  search_suggestions: {
    impersonal: DERIVED,
    columns: ['kind', 'label', 'words', 'titles', 'jobs'],
  },
  source_hosts: {
    impersonal: 'the sites of systems and companies, and when the board may ask them again',
    columns: ['host', 'free_at'],
  },
  source_jobs: {
    impersonal: BY_COMPANIES,
    columns: [
      'source_id',
      'external_id',
      'job_id',
      'digest',
      'reason',
      'stated',
      'first_seen_at',
      'detailed_at',
      'missing_since',
      'vanished_at',
      'reposts',
    ],
  },
  source_previews: {
    impersonal: 'what companies publish at an address; who asked for it is not stored',
    columns: [
      'id',
      'url',
      'company_id',
      'settings',
      'listed',
      'leased_until',
      'result',
      'created_at',
    ],
  },
  source_runs: {
    impersonal: 'numbers and errors of a program',
    columns: [
      'id',
      'source_id',
      'outcome',
      'started_at',
      'ended_at',
      'applied_at',
      'listed',
      'counts',
      'open_before',
      'requests',
      'bytes',
      'error',
      'skipped',
    ],
  },
  sources: {
    impersonal: 'the addresses of boards of companies; who changes them is in the audit trail',
    columns: [
      'id',
      'company_id',
      'system',
      'tenant',
      'settings',
      'state',
      'paused_by',
      'interval_minutes',
      'next_run_at',
      'leased_until',
      'may_close',
      'failures',
      'validators',
      'confirmed_at',
      'empty_since',
      'version',
      'created_at',
    ],
  },
  task_runs: {
    impersonal: 'a state of the board',
    columns: ['name', 'succeeded_at', 'failed_at'],
  },
  uploads: { impersonal: 'the logos of companies', columns: ['name', 'touched_at'] },
};
