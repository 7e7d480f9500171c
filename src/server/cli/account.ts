import { ACTORS } from '#server/db/act-as.ts';
import type { Database } from '#server/db/client.ts';
import { idInLogs } from '#server/identity/id-in-logs.ts';
import { type Standing, setRole } from '#server/modules/accounts/commands.ts';
import {
  type AccountRow,
  findAccount,
  findAccountsByEmail,
  listAccounts,
} from '#server/modules/accounts/queries.ts';
import { findCompany } from '#server/modules/companies/queries.ts';
import { ACCOUNTS_PER_PAGE } from '#shared/constants/limits.ts';
import { ROLES } from '#shared/constants/roles.ts';
import { CommandError, UsageError, withDatabase } from './run-command.ts';
import { table } from './table.ts';

const USAGE = `Usage: npm run account -- list
       npm run account -- set-role EMAIL ROLE [COMPANY_ID]

Lists the accounts, or gives one a role: ${ROLES.join(', ')}. A companyadmin needs the id of a
company. People write their e-mail address themselves: where it matters, look at the account's id,
which may stand in its place.`;

/** The last says how logs name an account, where they do so in another way than by its id. */
const HEADER = ['ID', 'Email', 'Name', 'Role', 'Company', 'In logs'];

export const accountCommand = withDatabase({
  usage: USAGE,
  check([command, ...parameters]) {
    const [least, most] = command === 'set-role' ? [2, 3] : [0, 0];
    const known = command === 'list' || command === 'set-role';
    if (!known || parameters.length < least || parameters.length > most) throw new UsageError();
  },
  async run({ db, parameters: [command, ...parameters] }) {
    if (command === 'list') await list(db);
    else await giveRole(db, parameters);
    return 0;
  },
});

async function list(db: Database): Promise<void> {
  const limit = ACCOUNTS_PER_PAGE.most;
  const rows: AccountRow[] = [];
  let after: string | undefined;
  do {
    const page = await listAccounts(db, { limit, after });
    rows.push(...page.slice(0, limit));
    after = page.length > limit ? rows.at(-1)?.id : undefined;
  } while (after !== undefined);
  print(rows);
}

async function giveRole(db: Database, [who = '', role = '', company]: string[]): Promise<void> {
  const standing = await standingOf(db, role, company);
  const account = await findOne(db, who);
  if (!(await setRole(db, ACTORS.account, account.id, standing))) {
    throw new CommandError(`The account ${account.id} is gone.`);
  }
  const changed = await findAccount(db, account.id);
  print(changed ? [changed] : []);
}

/** @throws CommandError where there is no such role, or not with that company */
async function standingOf(
  db: Database,
  name: string,
  company: string | undefined,
): Promise<Standing> {
  const role = ROLES.find((known) => known === name);
  if (!role) throw new CommandError(`There is no role ${name}: it is one of ${ROLES.join(', ')}.`);
  if (role !== 'companyadmin') {
    if (company) throw new CommandError('Only a companyadmin has a company.');
    return { role };
  }
  if (!company) throw new CommandError('A companyadmin needs the id of a company.');
  const row = await findCompany(db, company);
  if (!row) throw new CommandError(`There is no company ${company}.`);
  return { role, company: row.id };
}

/** @throws CommandError where nobody, or more than one, is meant */
async function findOne(db: Database, who: string): Promise<AccountRow> {
  const byId = await findAccount(db, who);
  if (byId) return byId;
  const [account, ...others] = await findAccountsByEmail(db, who);
  if (!account) {
    throw new CommandError(`There is no account of ${who}: an account is made by signing in once.`);
  }
  if (others.length > 0) {
    const ids = [account, ...others].map(({ id }) => id).join(', ');
    throw new CommandError(`Several accounts say they are ${who}; name one by its id: ${ids}`);
  }
  return account;
}

function print(rows: AccountRow[]): void {
  const cells = rows.map(({ id, email, name, role, company_name }) => [
    id,
    email,
    name,
    role,
    company_name ?? '',
    idInLogs(id) === id ? '' : idInLogs(id),
  ]);
  console.log(table([HEADER, ...cells], 'start').join('\n'));
}
