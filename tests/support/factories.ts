import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { describeCompany, describeJob } from '#server/content/markdown/summary.ts';
import type { Database } from '#server/db/client.ts';
import { job_drafts } from '#server/db/job-draft-tables.ts';
import { mails } from '#server/db/mail-tables.ts';
import { company_renames } from '#server/db/rename-tables.ts';
import { job_reports } from '#server/db/report-tables.ts';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { writeWithFacts } from '#server/modules/facts/commands.ts';
import { jobDraftBody } from '#shared/contract/job-drafts.ts';
import type { newJob } from '#shared/contract/job-requests.ts';

type CompanyRow = typeof companies.$inferSelect;
type JobRow = typeof jobs.$inferSelect;
type AccountRow = typeof accounts.$inferSelect;

/** Inserts a company. Fields that a test does not set get plausible values. */
export async function createCompany(
  db: Database,
  values: Partial<typeof companies.$inferInsert> = {},
): Promise<CompanyRow> {
  const [row] = await db
    .insert(companies)
    .values({
      id: uuidv7(),
      name: 'Ada & Sons',
      ...describeCompany(values.description ?? 'We make things.'),
      website: 'https://ada.example',
      ...values,
    })
    .returning();
  if (!row) throw new Error('the company was not stored');
  return row;
}

/** Inserts a job. Fields that a test does not set get plausible values; the company is new by default. */
export async function createJob(
  db: Database,
  values: Partial<typeof jobs.$inferInsert> = {},
): Promise<JobRow> {
  const company_id = values.company_id ?? (await createCompany(db)).id;
  const { row } = await db.transaction((tx) =>
    writeWithFacts(tx, async () => {
      const [row] = await tx
        .insert(jobs)
        .values({
          id: uuidv7(),
          title: 'Maker',
          type: 'Full-Time',
          location: 'Lisbon',
          ...describeJob(values.description ?? 'You will make things.'),
          salary: '$60K - $70K',
          applyurl: 'https://ada.example/apply',
          ...values,
          company_id,
        })
        .returning();
      if (!row) throw new Error('the job was not stored');
      return { row, ids: [row.id] };
    }),
  );
  return row;
}

type JobBody = z.input<typeof newJob>;

/** A job as a form sends it, with plausible values. */
export function jobBody(companyId: string, values: Partial<JobBody> = {}): JobBody {
  return {
    title: 'Maker',
    type: 'Full-Time',
    location: 'Lisbon',
    salary: '$60K - $70K',
    description: 'You will make things.',
    applyurl: 'https://ada.example/apply',
    validthrough: '',
    workplace: null,
    employment: null,
    pay: null,
    company: { id: companyId },
    ...values,
  };
}

/** Inserts an unpublished job. The company is new by default. */
export async function createDraft(
  db: Database,
  {
    job = {},
    ...values
  }: Partial<typeof job_drafts.$inferInsert> & { job?: Partial<JobBody> | undefined } = {},
): Promise<typeof job_drafts.$inferSelect> {
  const company_id = values.company_id ?? (await createCompany(db)).id;
  const [row] = await db
    .insert(job_drafts)
    .values({
      id: uuidv7(),
      company_id,
      body: jobDraftBody.parse(jobBody(company_id, job)),
      ...(values.state === 'review' && { submitted_at: new Date() }),
      ...(values.state === 'rejected' && { reason: 'It does not say what the work is.' }),
      ...values,
    })
    .returning();
  if (!row) throw new Error('the draft was not stored');
  return row;
}

/** Inserts an open report of a job. */
export async function createReport(
  db: Database,
  values: Pick<typeof job_reports.$inferInsert, 'job_id'> &
    Partial<typeof job_reports.$inferInsert>,
): Promise<typeof job_reports.$inferSelect> {
  const [row] = await db
    .insert(job_reports)
    .values({ id: uuidv7(), title: 'Maker', reason: 'wrong', text: '', ...values })
    .returning();
  if (!row) throw new Error('the report was not stored');
  return row;
}

/** Inserts a request for another name of a company, in place of an earlier one. */
export async function createRename(
  db: Database,
  values: Pick<typeof company_renames.$inferInsert, 'company_id'> &
    Partial<typeof company_renames.$inferInsert>,
): Promise<typeof company_renames.$inferSelect> {
  await db.delete(company_renames).where(eq(company_renames.company_id, values.company_id));
  const [row] = await db
    .insert(company_renames)
    .values({ id: uuidv7(), name: 'Ada & Daughters', ...values })
    .returning();
  if (!row) throw new Error('the request was not stored');
  return row;
}

/** Inserts an account with plausible values. A company admin gets a new company by default. */
export async function createAccount(
  db: Database,
  values: Partial<typeof accounts.$inferInsert> = {},
): Promise<AccountRow> {
  const company_id =
    values.role === 'companyadmin' && !values.company_id ? (await createCompany(db)).id : null;
  const [row] = await db
    .insert(accounts)
    .values({
      id: `auth0|${uuidv7()}`,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      bio: 'I make things.',
      company_id,
      ...values,
    })
    .returning();
  if (!row) throw new Error('the account was not stored');
  return row;
}

/** Inserts a mail that failed. Fields that a test does not set get plausible values. */
export async function createMail(
  db: Database,
  values: Partial<typeof mails.$inferInsert> = {},
): Promise<typeof mails.$inferSelect> {
  const id = uuidv7();
  const [row] = await db
    .insert(mails)
    .values({
      id,
      to_address: 'ada@example.com',
      subject: 'A subject',
      content: {
        heading: 'A heading',
        paragraphs: ['A paragraph.'],
        reason: 'You have an account at this board.',
      },
      message_id: `<${id}@board.example>`,
      status: 'failed',
      failure: '550 5.1.1 No such user',
      attempts: 1,
      finished_at: new Date(),
      ...values,
    })
    .returning();
  if (!row) throw new Error('the mail was not stored');
  return row;
}
