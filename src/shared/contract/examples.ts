import type { Account } from './accounts.ts';
import type { AdministeredCompany } from './administered-companies.ts';
import type { AuditEvent } from './audit.ts';
import type { Claim } from './claims.ts';
import type { Company } from './companies.ts';
import type { EndpointInput, EndpointName, EndpointResponse } from './endpoints.ts';
import type { Identity } from './identities.ts';
import type { JobDraft } from './job-drafts.ts';
import type { ClosedJob, Job, JobListItem } from './job-responses.ts';
import type { Passkey } from './passkeys.ts';
import type { Person } from './people.ts';
import type { ReportedJob } from './reports.ts';
import type { Session } from './sessions.ts';
import type { Source, SourcePreview, SourceRun } from './sources.ts';
import type { Invitation, TeamMember } from './teams.ts';

type Parts<Name extends EndpointName> = EndpointInput<Name> & { response: EndpointResponse<Name> };

/** An example call of an endpoint, with its response. */
type Example<Name extends EndpointName> = {
  [Part in keyof Parts<Name> as Parts<Name>[Part] extends undefined
    ? never
    : Part]: Parts<Name>[Part];
};

const company: Company = {
  id: '0198f3a2-6c1e-7d44-9b0a-5e2f8c71d306',
  name: 'Harbour Looms',
  website: 'https://harbour-looms.example',
  logo: '/uploads/8d5f0c2b7e41a6930c8e4f5d1b2a79631d0e8f4c5b6a7982e1f3d4c5b6a79801.webp',
  description: 'We weave sailcloth by the sea, and have since 1921.',
};

const session: Session = {
  id: 'J2fXkq8lqL9v0dYt5mNwZ',
  device: 'Firefox on Windows',
  current: true,
  since: '2026-11-02T08:15:00.000Z',
  lastused: '2026-11-09T17:40:00.000Z',
};

const identity: Identity = {
  id: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
  provider: 'Google',
  email: 'ada@example.com',
  since: '2026-11-02T08:15:00.000Z',
  lastused: '2026-11-09T17:40:00.000Z',
  removable: true,
};

const passkey: Passkey = {
  id: '0199c7d0-8a41-7c22-b3de-4f6a1c9e0d57',
  name: 'Laptop at work',
  since: '2026-11-02T08:20:00.000Z',
  lastused: null,
};

const { description: _, website: __, ...companyName } = company;

const description = '## The work\n\nYou keep **forty looms** running, and find out why one stops.';
const summary = 'The work You keep forty looms running, and find out why one stops.';
const html =
  '<h3>The work</h3>\n<p>You keep <strong>forty looms</strong> running, and find out why one stops.</p>\n';

const job: Job = {
  id: '0199a1c4-53d8-7b16-8f2c-0d9e6a4b7c15',
  title: 'Loom mechanic',
  type: 'Full-Time',
  location: 'Lisbon, Portugal',
  moreplaces: '',
  places: [
    {
      id: '2267057',
      locality: 'Lisbon',
      region: 'Lisbon',
      country: 'PT',
      latitude: 38.7251,
      longitude: -9.1498,
    },
  ],
  workplace: 'on-site',
  employment: 'full-time',
  eligibility: null,
  description,
  salary: '$60K - $70K',
  pay: { minimum: 62_000, maximum: 68_000, currency: 'USD', unit: 'year', source: 'field' },
  skills: [{ name: 'English', part: 'requirements' }],
  stated: ['salary', 'workplace'],
  applyurl: 'https://harbour-looms.example/work/loom-mechanic',
  validthrough: '2099-11-30',
  date: '2026-10-02T08:30:00.000Z',
  company,
};

const listItem: JobListItem = {
  id: job.id,
  title: job.title,
  type: job.type,
  location: job.location,
  description: summary,
  truncated: false,
  salary: job.salary,
  places: job.places,
  workplace: job.workplace,
  employment: job.employment,
  eligibility: job.eligibility,
  pay: job.pay,
  date: job.date,
  companyid: company.id,
  company: companyName,
};

const similar: JobListItem = {
  ...listItem,
  id: '0199a1c4-53d8-7b16-8f2c-1f7a3b5c9d24',
  title: 'Apprentice weaver',
  type: 'Internship',
  salary: 'Under $50K',
  description: 'Two years beside people who know every thread.',
};

const countedCompany = { id: company.id, name: company.name, jobs: 3 };

const counts = {
  total: 3,
  salary: [{ value: '$60K - $70K', jobs: 2 }],
  type: [
    { value: 'Full-Time', jobs: 2 },
    { value: 'Internship', jobs: 1 },
  ],
  company: [countedCompany],
};

const newJob = {
  title: job.title,
  type: job.type,
  location: job.location,
  salary: '$60K - $70K',
  workplace: 'on-site',
  employment: null,
  pay: { minimum: 62_000, maximum: 68_000, currency: 'USD', unit: 'year' },
  company: { id: company.id },
  description,
  applyurl: job.applyurl,
  validthrough: job.validthrough,
} as const;

const draft: JobDraft = {
  id: '0199d2e6-4b70-7f35-9c18-6a0e3d5b8f42',
  kind: 'new',
  state: 'draft',
  version: 1,
  reason: '',
  signals: [],
  created: '2026-11-24T10:00:00.000Z',
  updated: '2026-11-24T10:05:00.000Z',
  submitted: null,
  job: { ...newJob, pay: job.pay, stated: ['salary', 'workplace'], company },
};

const inReview = { id: draft.id, state: 'review' } as const;

const { id: ___, applyurl: ____, ...closedFields } = job;

const closedJob: ClosedJob = {
  id: job.id,
  closedat: '2026-11-14T16:05:00.000Z',
  job: { ...closedFields, description: html, validthrough: '' },
  similar: [similar],
};

const newCompany = {
  name: company.name,
  description: company.description,
  website: company.website,
  logo: company.logo,
};

const account: Account = {
  id: 'provider|6f1d2c',
  name: 'Ada Marques',
  email: 'ada@harbour-looms.example',
  role: 'companyadmin',
  bio: 'I hire for the weaving shed.',
  company: company.id,
  companyname: company.name,
};

const administeredCompany: AdministeredCompany = {
  id: company.id,
  name: company.name,
  logo: company.logo,
  website: company.website,
  created: '2026-09-01T08:30:00.000Z',
  source: '',
  jobs: 12,
  owners: [{ id: account.id, name: account.name, email: account.email }],
  editors: 0,
  claims: 0,
  duplicates: [{ id: '01a20bb3-9c0d-7649-ad4a-6f2010386ae2', name: 'Harbour Looms Inc.' }],
};

const auditEvent: AuditEvent = {
  id: 42,
  at: '2026-11-25T08:30:00.000Z',
  actor: { kind: 'person', id: account.id, name: account.name, email: account.email },
  action: 'update',
  kind: 'job',
  thing: job.id,
  name: 'Master Weaver',
  fields: ['title'],
  restorable: false,
};

const person: Person = {
  id: account.id,
  name: account.name,
  email: account.email,
  verifiedemail: account.email,
  role: account.role,
  company: company.id,
  companyname: company.name,
  companies: [{ id: company.id, name: company.name, role: 'owner' }],
  created: '2026-11-02T09:30:00.000Z',
  lastsignin: '2026-11-20T08:00:00.000Z',
  sessions: 1,
  blocked: null,
};

const member: TeamMember = {
  id: '0199b3c8-5e1a-7c44-8d0b-2f6a9e1c7d55',
  account: account.id,
  name: account.name,
  email: account.email,
  role: 'owner',
  since: '2026-10-02T08:30:00.000Z',
};

const report: ReportedJob['reports'][number] = {
  id: '0199c9e2-4b1f-7d33-8a60-2c7e5f9d1b48',
  reason: 'closed',
  text: 'The employer says that the job is filled.',
  answerable: false,
  created: '2026-11-09T17:40:00.000Z',
};

const invitation: Invitation = {
  id: '0199b3c9-7a20-7f12-9a3d-6b8c4e2f1a90',
  email: 'grace@harbour-looms.example',
  role: 'editor',
  since: '2026-10-05T09:00:00.000Z',
  expires: '2026-10-19T09:00:00.000Z',
};

const invitationToken = '0pXqQ9n3bV7mYc1sK5tR8wZ2aL4dG6hJ0eF3iU7oB1M';

const editedAccount = { name: account.name, email: account.email, bio: account.bio };

const next = 'WyIyMDI2LTEwLTAyVDA4OjMwOjAwLjAwMFoiLCIwMTk5YTFjNCJd';

const highlights: Required<JobListItem>['highlights'] = {
  title: [[0, 4]],
  company: [[8, 13]],
  location: [],
  description: [[25, 30]],
};

const postingIssues = {
  results: [
    {
      property: 'validThrough',
      required: false,
      advice: 'Set “Closes on”, if the closing date is known.',
    },
  ],
};

/**
 * For each endpoint, a made-up example of its input and its response. A check validates the examples against the
 * contract.
 */
const renewalToken = 'AZmhxFPYexaPLA2eaktMFQE1Ja4BmaHEU9h7Fo8sH3o7XJ0xpvG1Jk9hZ0mV3cXq4tRwBg';

const renewal = {
  id: job.id,
  title: job.title,
  company: companyName,
  validthrough: '2026-11-30',
  renewable: true,
} as const;

const newCompanyValues = {
  name: 'Sailcloth & Sons',
  website: 'https://sailcloth.example',
  description: 'We mend sails.',
};

const claimedJob = {
  title: 'Sailmaker',
  type: 'Full-Time',
  location: 'Porto, Portugal',
  salary: '$60K - $70K',
  description: 'You mend sails.',
  applyurl: 'https://sailcloth.example/jobs/1',
  validthrough: '',
  workplace: 'on-site',
  employment: null,
  pay: null,
  state: 'submitted',
} as const;

const claim: Claim = {
  id: '019a6b1e-7f42-7d0c-8a55-2e9c4b7d1f60',
  state: 'draft',
  version: 1,
  company: companyName,
  registration: null,
  message: '',
  reason: '',
  domain: 'harbour-looms.example',
  codesentto: '',
  provenemail: '',
  existing: [],
  job: null,
  updated: '2026-11-20T09:30:00.000Z',
  submitted: null,
};

const registeredCompany: Claim = {
  ...claim,
  id: '019a6b20-11c3-7b8e-9f04-6d2a5c8e7b13',
  version: 2,
  company: null,
  registration: { ...newCompanyValues, logo: '' },
  domain: 'sailcloth.example',
};

const reviewedClaim = {
  ...registeredCompany,
  state: 'review',
  message: 'We have no website of our own yet.',
  submitted: '2026-11-20T09:40:00.000Z',
} as const;

const run: SourceRun = {
  id: '812',
  outcome: 'applied',
  started: '2026-11-20T09:12:00.000Z',
  ended: '2026-11-20T09:12:04.000Z',
  listed: 48,
  counts: {
    added: 2,
    changed: 1,
    unchanged: 44,
    missing: 0,
    closed: 1,
    reopened: 0,
    reposted: 0,
    skipped: 1,
  },
  open: 47,
  requests: 1,
  bytes: 91_400,
  error: '',
  skipped: [{ job: '4011', reason: 'it has no title' }],
  changes: true,
};

const source: Source = {
  id: '01a3f6c2-7d10-7c55-8a3e-2b9d4e6f8a01',
  company: { id: company.id, name: company.name },
  system: 'greenhouse',
  systemname: 'Greenhouse',
  tenant: 'harbourlooms',
  url: 'https://job-boards.greenhouse.io/harbourlooms',
  settings: {},
  settable: [],
  state: 'active',
  pausedby: null,
  interval: 360,
  nextrun: '2026-11-20T15:12:00.000Z',
  confirmed: '2026-11-20T09:12:00.000Z',
  failures: 0,
  jobs: 48,
  lastrun: run,
  version: 1,
  created: '2026-11-01T08:00:00.000Z',
};

const sourcePreview: SourcePreview = {
  id: '01a3f6c1-2b44-7e0a-9c11-5d7f9a1b3c20',
  url: 'https://harbour-looms.example/careers',
  listed: 48,
  result: {
    found: {
      system: source.system,
      systemname: source.systemname,
      tenant: source.tenant,
      url: source.url,
    },
    others: [],
    existing: null,
    company: company.name,
    proven: false,
    jobs: 48,
    complete: true,
    samples: [
      {
        title: 'Loom Mechanic',
        location: 'Lisbon',
        type: 'Full-Time',
        pay: '',
        url: 'https://job-boards.greenhouse.io/harbourlooms/jobs/4012',
      },
    ],
    checked: 48,
    lacking: { description: 0, location: 0, pay: 41, employment: 48, applyurl: 0 },
    counts: { ...run.counts, added: 47, changed: 0, unchanged: 0, closed: 0 },
    duplicates: 0,
    skipped: run.skipped,
    error: '',
  },
  settable: [],
};

const linkedJob = {
  id: '01a214f1-93a8-76de-bbea-a554254ea785',
  title: 'Loom Mechanic',
  location: 'Lisbon',
  date: '2026-11-01T08:00:00.000Z',
  origin: '',
};

export const examples: { [Name in EndpointName]: Example<Name> } = {
  'GET /api/jobs': {
    query: { q: 'loom', description: 'summary', group: 'true', limit: '1' },
    response: {
      results: [
        {
          ...listItem,
          also: {
            total: 1,
            places: 1,
            results: [{ id: '0199a1c4-53d8-7b16-8f2c-1f7a3b5c9d31', location: 'Sintra' }],
          },
          highlights,
        },
      ],
      total: 3,
      next,
    },
  },
  'GET /api/admin/audit': {
    query: { kind: 'job', action: 'update', limit: '1' },
    response: { results: [auditEvent], next: 'WyIyMDI2LTExLTI1VDA4OjMwOjAwLjAwMDAwMFoiLCI0MiJd' },
  },
  'GET /api/admin/audit.csv': {
    query: { kind: 'job' },
    response: '\ufeffEvent,When,Who,Name,Email,Action,Kind,ID,Title or name,Changes\r\n',
  },
  'GET /api/admin/audit/:id': {
    params: { id: '42' },
    response: {
      ...auditEvent,
      changes: [{ field: 'title', before: 'Weaver', after: 'Master Weaver' }],
    },
  },
  'POST /api/admin/audit/:id/restore': {
    params: { id: '43' },
    response: {
      kind: 'company',
      id: company.id,
      name: company.name,
      jobs: 12,
      drafts: 2,
      sources: 1,
      members: 1,
      left: { logo: false, jobs: 0, members: 0 },
    },
  },
  'GET /api/admin/ranking': {
    query: { q: 'loom', limit: '1' },
    response: {
      version: 1,
      weights: { coverage: 5, freshness: 1 },
      understood: [],
      results: [
        {
          id: job.id,
          title: job.title,
          company: company.id,
          tier: 'title',
          score: 14.8,
          features: { coverage: 1, freshness: 0.8 },
        },
      ],
    },
  },
  'GET /api/admin/mails': {
    query: { limit: '1' },
    response: {
      sending: 'on',
      waiting: 2,
      results: [
        {
          id: '0199b2d7-8e41-7c3a-a5f6-3b9d0c7e2a14',
          to: 'ines@harbour-looms.example',
          subject: 'Your sign-in code',
          status: 'failed',
          reason: '550 5.1.1 No such user',
          attempts: 1,
          created: '2026-11-20T09:30:00.000Z',
          resendable: true,
        },
      ],
      total: 1,
    },
  },
  'GET /api/admin/mails.csv': {
    query: { status: 'failed' },
    response: [
      '\ufeffID,To,Subject,Status,Reason,Attempts,Created',
      '0199b2d7-8e41-7c3a-a5f6-3b9d0c7e2a14,ines@harbour-looms.example,Your sign-in code,failed,550 5.1.1 No such user,1,2026-11-20T09:30:00.000Z',
      '',
    ].join('\r\n'),
  },
  'GET /api/admin/system': {
    response: {
      version: '1.0.0',
      database: {
        version: '18.1',
        embedded: true,
        bytes: 184_000_000,
        migrations: 32,
        migration: '0031_people',
      },
      disk: { free: 61_000_000_000, total: 100_000_000_000 },
      uploads: 'folder',
      mail: { sending: 'on', waiting: 2, failed: 1 },
      queue: { waiting: 2, failed: 0 },
      tasks: [
        {
          name: 'closed_jobs',
          succeeded: '2026-11-20T09:30:00.000Z',
          failed: null,
        },
      ],
      lastbackup: '2026-11-20T03:00:00.000Z',
      lastimport: null,
      sources: {
        count: 48,
        lastrun: '2026-11-20T11:42:00.000Z',
        proposed: 0,
        asking: 0,
        failing: 1,
        stopped: 0,
        restored: 0,
      },
      counts: { jobs: 1_204, companies: 96, people: 310, siteadmins: 2 },
      warnings: [
        {
          problem: '1 email was not sent in the last seven days.',
          advice:
            'Read the reasons on the screen Mail, and send them again once the cause is gone.',
        },
      ],
    },
  },
  'POST /api/admin/mails/:id/resend': {
    params: { id: '0199b2d7-8e41-7c3a-a5f6-3b9d0c7e2a14' },
  },
  'POST /api/admin/mails/test': {},
  'POST /api/admin/mails/pause': {},
  'POST /api/admin/mails/resume': {},
  'GET /api/jobs/counts': { query: { location: 'Lisbon' }, response: counts },
  'GET /api/jobs/alternatives': {
    query: { q: 'loom', location: 'Sintra' },
    response: {
      conditions: [{ removed: [{ parameter: 'location' }], changes: { location: '' }, jobs: 3 }],
      places: [{ place: 'Lisbon, Portugal', changes: { location: 'Lisbon, Portugal' }, jobs: 2 }],
    },
  },
  'GET /api/jobs/companies': {
    query: { type: 'Full-Time', name: 'har' },
    response: { results: [countedCompany] },
  },
  'GET /api/jobs/places': {
    query: { name: 'lis' },
    response: { results: [{ place: job.location, jobs: 3 }] },
  },
  'GET /api/jobs/suggestions': {
    query: { q: 'lo' },
    response: {
      titles: [{ title: 'Loom Engineer', jobs: 2 }],
      skills: [{ skill: 'Load testing', jobs: 1 }],
      companies: [{ ...countedCompany, name: 'Loom & Sons' }],
      places: [],
    },
  },
  'GET /api/jobs/:id': {
    params: { id: job.id },
    query: { description: 'markdown' },
    response: job,
  },
  'GET /api/jobs/:id/similar': { params: { id: job.id }, response: { results: [similar] } },
  'GET /api/jobs/:id/closed': { params: { id: job.id }, response: closedJob },
  'GET /api/jobs/closed': {
    query: { limit: '1' },
    response: {
      results: [
        {
          id: job.id,
          title: job.title,
          type: job.type,
          location: job.location,
          salary: job.salary,
          date: job.date,
          company: companyName,
          validthrough: '',
          closedat: closedJob.closedat,
          closedby: 'admin',
        },
      ],
    },
  },
  'GET /api/jobs/:id/posting-issues': { params: { id: job.id }, response: postingIssues },
  'POST /api/jobs': { body: newJob, response: job },
  'PUT /api/jobs/:id': {
    params: { id: job.id },
    body: { ...newJob, stated: ['salary', 'workplace'], title: 'Senior loom mechanic' },
    response: { ...job, title: 'Senior loom mechanic' },
  },
  'POST /api/jobs/:id/close': { params: { id: job.id } },
  'POST /api/jobs/:id/reopen': {
    params: { id: job.id },
    body: { validthrough: job.validthrough },
    response: job,
  },
  'DELETE /api/jobs/:id': { params: { id: job.id } },
  'POST /api/jobs/:id/restore': { params: { id: job.id }, response: job },
  'POST /api/jobs/bulk': {
    body: { action: 'close', ids: [job.id, similar.id] },
    response: {
      results: [
        { id: job.id, status: 200 },
        { id: similar.id, status: 410, detail: 'This job is closed.' },
      ],
    },
  },
  'GET /api/job-drafts': {
    query: { state: 'review', limit: '1' },
    response: {
      total: 2,
      results: [
        {
          ...inReview,
          kind: 'new',
          title: job.title,
          company: companyName,
          reason: '',
          updated: '2026-11-24T10:10:00.000Z',
          submitted: '2026-11-24T10:10:00.000Z',
        },
      ],
      next,
    },
  },
  'GET /api/job-drafts/:id': {
    params: { id: draft.id },
    query: { description: 'markdown' },
    response: draft,
  },
  'POST /api/job-drafts': { body: newJob, response: draft },
  'PUT /api/job-drafts/:id': {
    params: { id: draft.id },
    body: { ...newJob, title: 'Senior loom mechanic' },
    response: { ...draft, job: { ...draft.job, title: 'Senior loom mechanic' } },
  },
  'DELETE /api/job-drafts/:id': { params: { id: draft.id } },
  'POST /api/job-drafts/:id/submit': { params: { id: draft.id }, response: inReview },
  'POST /api/job-drafts/:id/withdraw': {
    params: { id: draft.id },
    response: { id: draft.id, state: 'draft' },
  },
  'POST /api/job-drafts/:id/approve': {
    params: { id: draft.id },
    response: { id: draft.id, state: 'published' },
  },
  'POST /api/job-drafts/:id/reject': {
    params: { id: draft.id },
    body: { reason: 'The job does not say what the work is.' },
    response: { id: draft.id, state: 'rejected' },
  },
  'POST /api/jobs/:id/reports': {
    params: { id: job.id },
    body: { reason: 'closed', text: 'The employer says that the job is filled.', email: '' },
  },
  'GET /api/reported-jobs': {
    query: { limit: '1' },
    response: {
      total: 1,
      results: [
        {
          job: job.id,
          title: job.title,
          companyname: company.name,
          state: 'open',
          reports: [report],
        },
      ],
    },
  },
  'POST /api/reported-jobs/:id/resolve': {
    params: { id: job.id },
    body: { reports: [report.id], answer: 'Thank you. We have closed the job.' },
  },
  'GET /api/dashboard': {
    query: { state: 'closing', limit: '1' },
    response: {
      counts: { open: 12, closing: 2, draft: 1, review: 1, rejected: 0, closed: 7 },
      total: 2,
      results: [
        {
          id: job.id,
          title: job.title,
          type: job.type,
          location: job.location,
          company: companyName,
          posted: job.date,
          updated: job.date,
          validthrough: job.validthrough,
          closedat: null,
          closedby: null,
          reason: '',
          issues: postingIssues.results,
        },
      ],
      next,
    },
  },
  'POST /api/job-renewals/read': {
    body: { token: renewalToken },
    response: { ...renewal, detail: 'If you renew it, it closes on 24 Jan 2027.' },
  },
  'POST /api/job-renewals': {
    body: { token: renewalToken },
    response: {
      ...renewal,
      validthrough: '2027-01-24',
      renewable: false,
      detail: 'This job is already renewed: it is open until 24 Jan 2027.',
    },
  },
  'POST /api/jobs/:id/renew': {
    params: { id: job.id },
    response: { ...job, validthrough: '2027-01-24' },
  },
  'GET /api/companies': {
    query: { q: 'loom', sort: 'jobs', counts: 'true', description: 'summary', limit: '1' },
    response: { results: [{ ...company, truncated: false, jobs: 3 }], total: 2, next },
  },
  'GET /api/companies/:id/places': {
    params: { id: company.id },
    response: { results: [{ place: 'Lisbon, Portugal', jobs: 2 }] },
  },
  'GET /api/companies/:id': {
    params: { id: company.id },
    query: { description: 'markdown' },
    response: company,
  },
  'POST /api/companies': { body: newCompany, response: company },
  'PUT /api/companies/:id': {
    params: { id: company.id },
    body: { ...newCompany, name: 'Harbour Looms & Sons' },
    response: { ...company, name: 'Harbour Looms & Sons' },
  },
  'DELETE /api/companies/:id': { params: { id: company.id } },
  'POST /api/companies/:id/restore': { params: { id: company.id }, response: company },
  'GET /api/admin/companies': {
    query: { show: 'duplicates', limit: '1' },
    response: { results: [administeredCompany], total: 2, next: 'WyJMb29tIiwiIl0' },
  },
  'GET /api/admin/companies.csv': {
    query: { show: 'unowned' },
    response: [
      '\ufeffID,Name,Website,Created,Source,Open jobs,Owners,Editors,Claims,Possible duplicates',
      `${company.id},${company.name},${company.website},${administeredCompany.created},,12,${account.email},0,0,`,
      '',
    ].join('\r\n'),
  },
  'POST /api/companies/:id/merge': {
    params: { id: '01a20bb3-9c0d-7649-ad4a-6f2010386ae2' },
    body: { into: company.id },
    response: {
      company: { id: company.id, name: company.name },
      jobs: 12,
      duplicates: 0,
      members: 1,
    },
  },
  'GET /api/sources': {
    query: { state: 'asking', limit: '1' },
    response: { results: [source], total: 1 },
  },
  'POST /api/source-previews': {
    body: { url: sourcePreview.url, company: company.id },
    response: { ...sourcePreview, listed: 0, result: null },
  },
  'GET /api/source-previews/:id': { params: { id: sourcePreview.id }, response: sourcePreview },
  'POST /api/sources': { body: { preview: sourcePreview.id, interval: 360 }, response: source },
  'GET /api/sources/:id': { params: { id: source.id }, response: source },
  'PUT /api/sources/:id': {
    params: { id: source.id },
    body: { interval: 60, settings: {} },
    response: { ...source, interval: 60, version: 2 },
  },
  'DELETE /api/sources/:id': { params: { id: source.id } },
  'POST /api/sources/:id/run': {
    params: { id: source.id },
    body: { close: false },
    response: source,
  },
  'POST /api/sources/:id/pause': {
    params: { id: source.id },
    response: { ...source, state: 'paused', pausedby: 'person', nextrun: null, version: 2 },
  },
  'POST /api/sources/:id/resume': { params: { id: source.id }, response: source },
  'GET /api/sources/:id/runs': {
    params: { id: source.id },
    query: { limit: '1' },
    response: { results: [run], next: 'WyIiLCI4MTIiLDFd' },
  },
  'GET /api/source-runs/:id/changes': {
    params: { id: run.id },
    query: { limit: '1' },
    response: {
      results: [
        {
          action: 'changed',
          job: { id: linkedJob.id, title: linkedJob.title },
          fields: [{ field: 'location', before: 'Porto', after: 'Lisbon' }],
        },
      ],
    },
  },
  'POST /api/source-runs/:id/undo': {
    params: { id: run.id },
    response: { undone: 4, retained: 0 },
  },
  'GET /api/sources/:id/locks': {
    params: { id: source.id },
    response: {
      results: [
        {
          job: { id: linkedJob.id, title: linkedJob.title },
          field: 'location',
          value: 'Lisbon and Porto',
          stated: 'Lisbon',
        },
      ],
    },
  },
  'POST /api/jobs/:id/unlock': { params: { id: linkedJob.id }, body: { field: 'location' } },
  'GET /api/sources/:id/duplicates': {
    params: { id: source.id },
    response: {
      results: [
        {
          job: {
            ...linkedJob,
            id: '01a3f6d0-5a01-7f3b-8e2c-7a9b1c3d5e70',
            origin: source.systemname,
          },
          other: linkedJob,
        },
      ],
    },
  },
  'POST /api/jobs/:id/merge': {
    params: { id: '01a3f6d0-5a01-7f3b-8e2c-7a9b1c3d5e70' },
    body: { into: linkedJob.id },
  },
  'POST /api/jobs/:id/distinguish': {
    params: { id: linkedJob.id },
    body: { other: '01a3f6d0-5a01-7f3b-8e2c-7a9b1c3d5e70' },
  },
  'GET /api/jobs/:id/source': {
    params: { id: linkedJob.id },
    response: {
      confirmed: '2026-11-20T09:12:00.000Z',
      firstseen: '2026-11-01T08:00:00.000Z',
      reposts: 0,
    },
  },
  'GET /api/claims': { response: { results: [claim, registeredCompany] } },
  'POST /api/claims': { body: { company: { id: company.id } }, response: claim },
  'GET /api/claims/:id': { params: { id: claim.id }, response: claim },
  'PUT /api/claims/:id': {
    params: { id: registeredCompany.id },
    body: newCompanyValues,
    response: registeredCompany,
  },
  'DELETE /api/claims/:id': { params: { id: claim.id } },
  'POST /api/claims/:id/logo': {
    params: { id: registeredCompany.id },
    response: { url: company.logo },
  },
  'PUT /api/claims/:id/job': {
    params: { id: registeredCompany.id },
    body: claimedJob,
    response: { ...registeredCompany, job: { ...claimedJob, stated: ['salary', 'workplace'] } },
  },
  'POST /api/claims/:id/code': {
    params: { id: claim.id },
    body: { email: 'grace@harbour-looms.example' },
  },
  'POST /api/claims/:id/prove': {
    params: { id: claim.id },
    body: { code: 'BCDF-2345' },
    response: { id: claim.id, state: 'approved', company: company.id },
  },
  'POST /api/claims/:id/submit': {
    params: { id: registeredCompany.id },
    body: { message: reviewedClaim.message },
    response: { id: registeredCompany.id, state: 'review', company: '' },
  },
  'POST /api/claims/:id/withdraw': {
    params: { id: registeredCompany.id },
    response: { id: registeredCompany.id, state: 'draft', company: '' },
  },
  'POST /api/claims/:id/approve': {
    params: { id: claim.id },
    response: { id: claim.id, state: 'approved', company: company.id },
  },
  'POST /api/claims/:id/reject': {
    params: { id: claim.id },
    body: { reason: 'We cannot tell that you work there.' },
    response: { id: claim.id, state: 'rejected', company: '' },
  },
  'GET /api/admin/claims': {
    query: { limit: '1' },
    response: {
      total: 2,
      results: [
        {
          ...reviewedClaim,
          person: { account: 'auth0|grace', name: 'Grace Hopper', email: 'grace@example.com' },
          website: newCompanyValues.website,
          owners: 0,
        },
      ],
      next,
    },
  },
  'GET /api/accounts': { query: { limit: '1' }, response: { results: [account], next } },
  'GET /api/accounts/:id': { params: { id: account.id }, response: account },
  'POST /api/accounts': {
    body: { id: account.id, ...editedAccount },
    response: { ...account, role: 'user', company: '', companyname: '' },
  },
  'PUT /api/accounts/:id': { params: { id: account.id }, body: editedAccount, response: account },
  'GET /api/memberships': {
    response: {
      results: [
        {
          id: member.id,
          company: company.id,
          companyname: company.name,
          role: 'owner',
          current: true,
        },
      ],
    },
  },
  'POST /api/memberships/:id/choose': { params: { id: member.id }, response: account },
  'PUT /api/memberships/:id': {
    params: { id: member.id },
    body: { role: 'owner' },
    response: member,
  },
  'DELETE /api/memberships/:id': { params: { id: member.id } },
  'GET /api/companies/:id/team': {
    params: { id: company.id },
    response: { companyname: company.name, members: [member], invitations: [invitation] },
  },
  'POST /api/companies/:id/invitations': {
    params: { id: company.id },
    body: { email: invitation.email, role: invitation.role },
    response: invitation,
  },
  'DELETE /api/invitations/:id': { params: { id: invitation.id } },
  'POST /api/invitations/read': {
    body: { token: invitationToken },
    response: {
      company: company.id,
      companyname: company.name,
      role: invitation.role,
      expires: invitation.expires,
    },
  },
  'POST /api/invitations/accept': { body: { token: invitationToken }, response: account },
  'GET /api/admin/people': {
    query: { q: 'ada', role: 'companyadmin', limit: '1' },
    response: { results: [person], total: 1 },
  },
  'GET /api/admin/people.csv': {
    query: { role: 'companyadmin' },
    response: [
      '\ufeffID,Name,Email,Verified email,Role,Acts for,Companies,Created,Last sign-in,Sessions,Blocked since,Reason',
      `${person.id},${person.name},${person.email},${person.verifiedemail},${person.role},${person.companyname},${person.companyname} (owner),${person.created},${person.lastsignin},${person.sessions},,`,
      '',
    ].join('\r\n'),
  },
  'POST /api/admin/people/:id/role': {
    params: { id: person.id },
    body: { role: 'companyadmin', company: company.id },
  },
  'POST /api/admin/people/:id/block': {
    params: { id: person.id },
    body: { reason: 'Posts jobs that ask applicants for money.' },
  },
  'POST /api/admin/people/:id/unblock': { params: { id: person.id } },
  'POST /api/admin/people/:id/end-sessions': { params: { id: person.id } },
  'GET /api/sessions': { response: { results: [session] } },
  'DELETE /api/sessions': {},
  'DELETE /api/sessions/:id': { params: { id: session.id } },
  'GET /api/pages/:id': {
    params: { id: 'imprint' },
    response: { heading: 'Imprint', html: '<p>Ada Lovelace, 1 Loom Street, London</p>\n' },
  },
  'GET /api/personal-data': {
    response: {
      export: { state: 'ready', expires: '2026-11-27T09:30:00.000Z', parts: 1 },
      confirmation: 'code',
      email: 'ada@example.com',
      codesent: false,
      lastsiteadmin: false,
      soleowner: [{ id: company.id, name: company.name, logo: company.logo }],
    },
  },
  'POST /api/personal-data/export': {
    response: { state: 'preparing', expires: null, parts: 0 },
  },
  'GET /api/personal-data/export': {
    query: { part: '1' },
    response: { content: '{\n  "site": "https://board.example",' },
  },
  'POST /api/personal-data/deletion-code': {},
  'POST /api/personal-data/deletion': { body: { code: 'BCDF-2345' } },
  'GET /api/identities': { response: { results: [identity] } },
  'DELETE /api/identities/:id': { params: { id: identity.id } },
  'GET /api/passkeys': { response: { available: true, results: [passkey] } },
  'POST /api/passkeys/options': {
    response: {
      options: {
        rp: { id: 'jobs.example', name: 'Jobs' },
        user: { id: 'pmWkWSBCL51B', name: account.email, displayName: account.name },
        challenge: 'sW0cOOB1xOUJ8kwUKfVb3Vs5Bz3eQMIo9x2cGLNLXQ8',
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        timeout: 300_000,
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    },
  },
  'POST /api/passkeys': {
    body: {
      name: passkey.name,
      credential: {
        id: 'Yk3oQm6cRzKqv0sT',
        rawId: 'Yk3oQm6cRzKqv0sT',
        type: 'public-key',
        response: {
          clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
          attestationObject: 'o2NmbXRkbm9uZQ',
        },
      },
    },
    response: passkey,
  },
  'DELETE /api/passkeys/:id': { params: { id: passkey.id } },
  'POST /api/descriptions/preview': {
    body: { description },
    response: { html, summary, truncated: false },
  },
  'POST /api/upload': { response: { url: company.logo } },
};
