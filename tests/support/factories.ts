import { v7 as uuidv7 } from 'uuid';
import { describeCompany, describeJob } from '#server/content/markdown/summary.ts';
import type { Database } from '#server/db/client.ts';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { storeFacts } from '#server/modules/facts/commands.ts';

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
  const [row] = await db
    .insert(jobs)
    .values({
      id: uuidv7(),
      company_id: values.company_id ?? (await createCompany(db)).id,
      title: 'Maker',
      type: 'Full-Time',
      location: 'Lisbon',
      ...describeJob(values.description ?? 'You will make things.'),
      salary: '$60K - $70K',
      applyurl: 'https://ada.example/apply',
      ...values,
    })
    .returning();
  if (!row) throw new Error('the job was not stored');
  await storeFacts(db, [row.id]);
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
