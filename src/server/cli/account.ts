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

Lists the accounts, or assigns a role to one: ${ROLES.join(', ')}. A companyadmin needs the id of
a company. An email address identifies an account only if the identity provider has verified it,
because people enter the other address themselves. Otherwise, use the account's id.`;

/** `In logs` is the hashed user id; it is empty where logs show the id itself. */
const HEADER = ['ID', 'Email', 'Verified email', 'Name', 'Role', 'Company', 'In logs'];

export const accountCommand = withDatabase({
  usage: USAGE,
  check([command, ...parameters]) {
    const [min, max] = command === 'set-role' ? [2, 3] : [0, 0];
    const known = command === 'list' || command === 'set-role';
    if (!known || parameters.length < min || parameters.length > max) throw new UsageError();
  },
  async run({ db, config, parameters: [command, ...parameters] }) {
    const { signIn, publicUrl } = config;
    const board = { db, trustsEmbedded: trustsEmbeddedAddresses(signIn, publicUrl) };
    if (command === 'list') await list(board);
    else await assignRole(board, parameters);
    return 0;
  },
});

type Board = {
  db: Database;
  /** Whether verified addresses from the embedded provider count; an earlier configuration may have stored some. */
  trustsEmbedded: boolean;
};

/** The account's trusted verified address; an empty string if it has none. */
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

async function assignRole(
  board: Board,
  [idOrEmail = '', role = '', company]: string[],
): Promise<void> {
  const { db } = board;
  const assignment = await parseAssignment(db, role, company);
  const account = await findOne(board, idOrEmail);
  if (!(await setRole(db, ACTORS.account, account.id, assignment))) {
    throw new CommandError(`The account ${account.id} no longer exists.`);
  }
  const changed = await findAccount(db, account.id);
  console.log(lines(board, changed ? [changed] : []));
}

/** @throws CommandError if the role or company does not exist, or the two do not go together */
async function parseAssignment(
  db: Database,
  name: string,
  company: string | undefined,
): Promise<RoleAssignment> {
  const role = ROLES.find((known) => known === name);
  if (!role) throw new CommandError(`Unknown role ${name}; use one of ${ROLES.join(', ')}.`);
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
 * Finds an account by id, then by verified address. An unverified address does not count, because people can enter
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
      ? `Several accounts have the verified address ${idOrEmail}; use an account id.`
      : `No account has ${idOrEmail} as a verified address. The accounts above have it unverified; use an account id.`,
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
