import { isEmbeddedId } from '#server/auth/embedded-provider/people.ts';
import { normalizeEmail, trustsEmbeddedAddresses } from '#server/auth/verified-email.ts';
import type { Database } from '#server/db/client.ts';
import { ACTORS } from '#server/db/with-actor.ts';
import { type RoleAssignment, setRole } from '#server/modules/accounts/commands.ts';
import {
  type AccountRow,
  findAccount,
  findAccountsByEmail,
  findAccountsByVerifiedEmail,
  listAccounts,
} from '#server/modules/accounts/queries.ts';
import { findCompany } from '#server/modules/companies/queries.ts';
import { hashedUserId } from '#server/platform/logging/hashed-user-id.ts';
import { ACCOUNTS_PER_PAGE } from '#shared/constants/limits.ts';
import { ROLES } from '#shared/constants/roles.ts';
import { CommandError, UsageError, withDatabase } from './run-command.ts';
import { table } from './table.ts';

const USAGE = `Usage: npm run account -- list
       npm run account -- set-role ACCOUNT_ID|EMAIL ROLE [COMPANY_ID]

Lists the accounts, or gives one a role: ${ROLES.join(', ')}. A companyadmin needs the id of a
company. An e-mail address names an account only where the identity provider states it as verified:
people write the other one themselves. In every other case, name the account by its id.`;

/** The last says how logs name an account, where they do so in another way than by its id. */
const HEADER = ['ID', 'Email', 'Verified email', 'Name', 'Role', 'Company', 'In logs'];

export const accountCommand = withDatabase({
  usage: USAGE,
  check([command, ...parameters]) {
    const [least, most] = command === 'set-role' ? [2, 3] : [0, 0];
    const known = command === 'list' || command === 'set-role';
    if (!known || parameters.length < least || parameters.length > most) throw new UsageError();
  },
  async run({ db, config, parameters: [command, ...parameters] }) {
    const { signIn, publicUrl } = config;
    const board = { db, trustsEmbedded: trustsEmbeddedAddresses(signIn, publicUrl) };
    if (command === 'list') await list(board);
    else await giveRole(board, parameters);
    return 0;
  },
});

type Board = {
  db: Database;
  /** Whether addresses of the embedded provider, such as an earlier configuration stored, count as verified. */
  trustsEmbedded: boolean;
};

/** Empty where it has none that counts. */
function verifiedEmailOf({ trustsEmbedded }: Board, { id, verified_email }: AccountRow): string {
  return isEmbeddedId(id) && !trustsEmbedded ? '' : (verified_email ?? '');
}

async function list(board: Board): Promise<void> {
  const limit = ACCOUNTS_PER_PAGE.max;
  const rows: AccountRow[] = [];
  let after: string | undefined;
  do {
    const page = await listAccounts(board.db, { limit, after });
    rows.push(...page.slice(0, limit));
    after = page.length > limit ? rows.at(-1)?.id : undefined;
  } while (after !== undefined);
  console.log(lines(board, rows));
}

async function giveRole(board: Board, [who = '', role = '', company]: string[]): Promise<void> {
  const { db } = board;
  const standing = await standingOf(db, role, company);
  const account = await findOne(board, who);
  if (!(await setRole(db, ACTORS.account, account.id, standing))) {
    throw new CommandError(`The account ${account.id} is gone.`);
  }
  const changed = await findAccount(db, account.id);
  console.log(lines(board, changed ? [changed] : []));
}

/** @throws CommandError where there is no such role, or not with that company */
async function standingOf(
  db: Database,
  name: string,
  company: string | undefined,
): Promise<RoleAssignment> {
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

/**
 * By id, or else by a verified address: anybody can write somebody else's address into their own account.
 * @throws CommandError where nobody, or more than one, is meant; the candidates are printed
 */
async function findOne(board: Board, who: string): Promise<AccountRow> {
  const { db } = board;
  const byId = await findAccount(db, who);
  if (byId) return byId;
  const stated = await findAccountsByVerifiedEmail(db, normalizeEmail(who));
  const verified = stated.filter((row) => verifiedEmailOf(board, row) !== '');
  const [account, ...others] = verified;
  if (account && others.length === 0) return account;
  const candidates = account ? verified : await findAccountsByEmail(db, who);
  if (candidates.length === 0) {
    throw new CommandError(`There is no account of ${who}: an account is made by signing in once.`);
  }
  console.error(lines(board, candidates));
  throw new CommandError(
    account
      ? `Several accounts have the verified address ${who}; name one by its id.`
      : `No account has ${who} as a verified address. The accounts above only say so; name one by its id.`,
  );
}

function lines(board: Board, rows: AccountRow[]): string {
  const cells = rows.map((row) => [
    row.id,
    row.email,
    verifiedEmailOf(board, row),
    row.name,
    row.role,
    row.company_name ?? '',
    hashedUserId(row.id) === row.id ? '' : hashedUserId(row.id),
  ]);
  return table([HEADER, ...cells], 'start').join('\n');
}
