import { Argument, type Command } from 'commander';
import { isDemoId } from '#server/auth/embedded-provider/people.ts';
import { normalizeEmail } from '#server/auth/normalize-email.ts';
import { trustsEmbeddedAddresses } from '#server/auth/verified-email.ts';
import type { Database } from '#server/db/client.ts';
import { ACTORS } from '#server/db/with-actor.ts';
import {
  blockAccount,
  endSessionsOf,
  type RoleAssignment,
  setRole,
  unblockAccount,
} from '#server/modules/accounts/commands.ts';
import {
  type AccountRow,
  findAccount,
  findAccountsByEmail,
  findAccountsByVerifiedEmail,
  listAccounts,
} from '#server/modules/accounts/queries.ts';
import { findCompany } from '#server/modules/companies/queries.ts';
import { hashedUserId } from '#server/platform/logging/hashed-user-id.ts';
import { toPlainDate } from '#shared/domain/plain-date.ts';
import { DEFAULT_ROLE, ROLES, type Role } from '#shared/domain/roles.ts';
import { BLOCK_REASON_LENGTH } from '#shared/limits.ts';
import { ACCOUNTS_PER_PAGE } from '#shared/page-sizes.ts';
import {
  CommandError,
  type DatabaseContext,
  type Invocation,
  withDatabase,
} from './run-command.ts';
import { table } from './table.ts';

/**
 * The headings of the list. `Blocked` has the date and the reason of a block. `In logs` is the hashed user id; it is
 * empty if the log shows the id itself.
 */
const HEADER = ['ID', 'Email', 'Verified email', 'Name', 'Role', 'Company', 'Blocked', 'In logs'];

/** Adds `board account` with its commands. */
export function addAccountCommand(program: Command, invocation: Invocation): void {
  const account = program
    .command('account')
    .description('List accounts, assign roles, and block people');
  account
    .command('list')
    .description('List the accounts')
    .action(withDatabase(invocation, (context) => list(boardOf(context))));
  account
    .command('set-role')
    .description('Assign a role to an account')
    .addHelpText(
      'after',
      `⏎Assigns a role to an account. An email address identifies an account only if the identity provider has⏎verified it, because people can enter any other address themselves. Otherwise, use the account's id.`,
    )
    .argument('<account>', 'the id of the account, or its verified email address')
    .addArgument(new Argument('<role>', 'the new role').choices(ROLES))
    .argument('[company]', 'the id of the company; a companyadmin needs one')
    .action(
      withDatabase(
        invocation,
        (context, account: string, role: Role, company: string | undefined) =>
          assignRole(boardOf(context), account, role, company),
      ),
    );
  account
    .command('block')
    .description('Block a person: their sessions end at once, and they cannot sign in')
    .argument('<account>', 'the id of the account, or its verified email address')
    .argument('<reason>', 'why, for site admins')
    .action(
      withDatabase(invocation, (context, who: string, reason: string) =>
        block(boardOf(context), who, reason),
      ),
    );
  account
    .command('unblock')
    .description('Let a blocked person sign in again')
    .argument('<account>', 'the id of the account, or its verified email address')
    .action(withDatabase(invocation, (context, who: string) => unblock(boardOf(context), who)));
  account
    .command('end-sessions')
    .description('Sign a person out everywhere')
    .argument('<account>', 'the id of the account, or its verified email address')
    .action(withDatabase(invocation, (context, who: string) => endAll(boardOf(context), who)));
}

type Board = {
  db: Database;
  /**
   * Whether verified addresses from the embedded provider count. The database may contain some from an earlier
   * configuration.
   */
  trustsEmbedded: boolean;
};

function boardOf({ db, config: { signIn, publicUrl } }: DatabaseContext): Board {
  return { db, trustsEmbedded: trustsEmbeddedAddresses(signIn, publicUrl) };
}

/** The verified address of the account if it counts; otherwise an empty string. */
function verifiedEmailOf({ trustsEmbedded }: Board, { id, verified_email }: AccountRow): string {
  return isDemoId(id) && !trustsEmbedded ? '' : (verified_email ?? '');
}

async function list(board: Board): Promise<void> {
  console.log(lines(board, await allAccounts(board.db)));
}

/** Prints the accounts that have more rights than a new one. */
export async function listRoles(context: DatabaseContext): Promise<void> {
  const board = boardOf(context);
  const rows = (await allAccounts(board.db)).filter(({ role }) => role !== DEFAULT_ROLE);
  console.log(rows.length > 0 ? lines(board, rows) : 'None');
}

async function allAccounts(db: Database): Promise<AccountRow[]> {
  const limit = ACCOUNTS_PER_PAGE.max;
  const rows: AccountRow[] = [];
  let after: string | undefined;
  do {
    const page = await listAccounts(db, { limit, after });
    rows.push(...page.slice(0, limit));
    after = page.length > limit ? rows.at(-1)?.id : undefined;
  } while (after !== undefined);
  return rows;
}

async function assignRole(
  board: Board,
  idOrEmail: string,
  role: Role,
  company: string | undefined,
): Promise<void> {
  const { db } = board;
  const assignment = await parseAssignment(db, role, company);
  const account = await findOne(board, idOrEmail);
  if (!(await setRole(db, ACTORS.account, account.id, assignment))) {
    throw noLonger(account.id);
  }
  const changed = await findAccount(db, account.id);
  console.log(lines(board, changed ? [changed] : []));
}

async function block(board: Board, who: string, typed: string): Promise<void> {
  const reason = typed.trim();
  if (!reason || [...reason].length > BLOCK_REASON_LENGTH) {
    throw new CommandError(`The reason must have 1 to ${BLOCK_REASON_LENGTH} characters.`);
  }
  const { id } = await findOne(board, who);
  if (!(await blockAccount(board.db, ACTORS.account, id, reason))) throw noLonger(id);
  console.log(`${id} is blocked.`);
}

async function unblock(board: Board, who: string): Promise<void> {
  const { id } = await findOne(board, who);
  if (!(await unblockAccount(board.db, ACTORS.account, id))) throw noLonger(id);
  console.log(`${id} is no longer blocked.`);
}

async function endAll(board: Board, who: string): Promise<void> {
  const { id } = await findOne(board, who);
  const ended = await endSessionsOf(board.db, ACTORS.account, id);
  if (ended === undefined) throw noLonger(id);
  console.log(ended === 1 ? '1 session was ended.' : `${ended} sessions were ended.`);
}

const noLonger = (id: string) => new CommandError(`The account ${id} no longer exists.`);

/**
 * Checks the role and the company.
 * @throws CommandError if the company does not exist or cannot be combined with the role
 */
async function parseAssignment(
  db: Database,
  role: Role,
  company: string | undefined,
): Promise<RoleAssignment> {
  if (role !== 'companyadmin') {
    if (company) throw new CommandError('Only a companyadmin can have a company.');
    return { role };
  }
  if (!company) throw new CommandError('A companyadmin needs the id of a company.');
  const row = await findCompany(db, company);
  if (!row) throw new CommandError(`Company ${company} does not exist.`);
  return { role, company: row.id };
}

/**
 * Finds an account by its id or its verified address. An unverified address does not count, because people can enter
 * someone else's address in their own account.
 * @throws CommandError unless exactly one account matches; prints the candidates first
 */
async function findOne(board: Board, idOrEmail: string): Promise<AccountRow> {
  const { db } = board;
  const byId = await findAccount(db, idOrEmail);
  if (byId) return byId;
  const withEmail = await findAccountsByVerifiedEmail(db, normalizeEmail(idOrEmail));
  const verified = withEmail.filter((row) => verifiedEmailOf(board, row) !== '');
  const [account, ...others] = verified;
  if (account && others.length === 0) return account;
  const candidates = account ? verified : await findAccountsByEmail(db, idOrEmail);
  if (candidates.length === 0) {
    throw new CommandError(
      `No account matches ${idOrEmail}; the first sign-in creates the account.`,
    );
  }
  console.error(lines(board, candidates));
  throw new CommandError(
    account
      ? `Several accounts have the verified email address ${idOrEmail}; use an account id.`
      : `No account has ${idOrEmail} as a verified email address. In the accounts above, it is unverified; use an account id.`,
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
    row.blocked_at ? `${toPlainDate(row.blocked_at)}: ${row.blocked_reason}` : '',
    hashedUserId(row.id) === row.id ? '' : hashedUserId(row.id),
  ]);
  return table([HEADER, ...cells], 'start').join('\n');
}
