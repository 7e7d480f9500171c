import { type Command, Option } from 'commander';
import type { BoardDatabase, Database } from '#server/db/client.ts';
import { ACTORS } from '#server/db/with-actor.ts';
import { listEvents } from '#server/modules/audit/events.ts';
import {
  COMPANY_HEADER,
  companyCells,
} from '#server/modules/companies/administration/presenter.ts';
import {
  type CompanyFilters,
  listAdministered,
  withJobs,
} from '#server/modules/companies/administration/queries.ts';
import { deleteCompanyByCommand } from '#server/modules/companies/commands.ts';
import { findCompany } from '#server/modules/companies/queries.ts';
import { readMissingFacts } from '#server/modules/facts/commands.ts';
import { mergeCompanies } from '#server/modules/merges/merge-companies.ts';
import { ADMIN_COMPANY_FILTERS } from '#shared/domain/admin-companies.ts';
import type { AuditAction, AuditedKind } from '#shared/domain/audit.ts';
import { CommandError, type Invocation, withDatabase } from './run-command.ts';
import { printable, table } from './table.ts';

/** Adds `board company` with its commands. */
export function addCompanyCommand(program: Command, invocation: Invocation): void {
  const company = program
    .command('company')
    .description('List companies, merge duplicates, and delete companies');
  company
    .command('list')
    .description(`List companies by name, at most ${LISTED}`)
    .argument('[text]', 'the start of a word of the name, or the id')
    .addOption(new Option('--show <which>', 'only these companies').choices(ADMIN_COMPANY_FILTERS))
    .action(
      withDatabase(
        invocation,
        ({ db }, q: string | undefined, { show }: Pick<CompanyFilters, 'show'>) =>
          list(db, { q, show }),
      ),
    );
  company
    .command('merge')
    .description('Merge a company into another, with its jobs, team and claims')
    .argument('<id>', 'the id of the company that ends; its URL leads to the other')
    .argument('<into>', 'the id of the company that remains')
    .action(
      withDatabase(invocation, ({ db, signal }, id: string, into: string) =>
        merge(db, { id, into }, signal),
      ),
    );
  company
    .command('delete')
    .description('Delete a company with its jobs, drafts, claims and team')
    .argument('<id>', 'the id of the company')
    .action(withDatabase(invocation, ({ db }, id: string) => remove(db, id)));
}

/** The maximum number of companies that the command prints. */
const LISTED = 200;

async function list(db: BoardDatabase, filters: CompanyFilters): Promise<void> {
  const rows = await listAdministered(db, filters, { limit: LISTED + 1, after: undefined });
  const listed = await withJobs(db, rows.slice(0, LISTED));
  const cells = listed.map(({ jobs, ...row }) => companyCells(row, jobs));
  console.log(
    cells.length > 0 ? table([[...COMPANY_HEADER], ...cells], 'start').join('\n') : 'None',
  );
  if (rows.length > LISTED) console.error(`There are more. These are the first ${LISTED}.`);
}

async function merge(
  db: BoardDatabase,
  { id, into }: { id: string; into: string },
  signal: AbortSignal,
): Promise<void> {
  const from = await find(db, id);
  const target = await find(db, into);
  if (from.id === target.id) throw new CommandError('Give the ids of two companies.');
  const merged = await mergeCompanies(
    db,
    { actor: ACTORS.company },
    { id: from.id, into: target.id },
  );
  const moved = `${count(merged.jobs, 'job', 'jobs')} and ${count(merged.members, 'team member', 'team members')}`;
  console.log(printable(`Merged ${from.name} into ${target.name} (${target.id}), with ${moved}.`));
  if (merged.duplicates > 0) {
    console.log(`${count(merged.duplicates, 'job', 'jobs')} existed in both companies.`);
  }
  await printUndo(db, { kind: 'merge', action: 'create', id: from.id });
  // The merged jobs are grouped with the jobs of their new company.
  await readMissingFacts(db, { signal });
}

async function remove(db: BoardDatabase, id: string): Promise<void> {
  const company = await find(db, id);
  await deleteCompanyByCommand(db, ACTORS.company, company.id);
  console.log(printable(`Deleted the company ${company.name} (${company.id}).`));
  await printUndo(db, { kind: 'company', action: 'delete', id: company.id });
}

async function find(db: Database, id: string) {
  const company = await findCompany(db, id);
  if (!company) throw new CommandError(`Company ${id} does not exist.`);
  return company;
}

async function printUndo(
  db: Database,
  { kind, action, id }: { kind: AuditedKind; action: AuditAction; id: string },
): Promise<void> {
  const [event] = await listEvents(db, { of: { kind, id }, action }, { limit: 1 });
  if (event) console.log(`To undo this, run: npm run audit -- restore ${event.id}`);
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
