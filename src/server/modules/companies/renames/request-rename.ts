import { and, eq, isNull, or } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { company_renames } from '#server/db/rename-tables.ts';
import { recordTransition } from './record-transition.ts';

type Names = { name: string; website: string };

/**
 * Stores what an owner wants to change about the name and the website of a company, which waits for a site admin. The
 * former request is replaced. If nothing differs from the company, the waiting request is withdrawn. The company must be
 * locked.
 */
export async function requestRename(
  tx: Database,
  callerId: string,
  company: Names & { id: string },
  { name, website }: Names,
): Promise<void> {
  const [former] = await tx
    .select()
    .from(company_renames)
    .where(eq(company_renames.company_id, company.id))
    .for('update');
  const change = {
    name: name === company.name ? null : name,
    website: website === company.website ? null : website,
  };
  const transition = { actor: callerId, company: company.name };
  if (change.name === null && change.website === null) {
    // A rejected request stays, so that the owners can still read the reason.
    if (former?.state !== 'review') return;
    await tx.delete(company_renames).where(eq(company_renames.id, former.id));
    await recordTransition(tx, {
      ...transition,
      rename: former,
      from: former.state,
      action: 'withdraw',
      to: 'deleted',
    });
    return;
  }
  const isSame = former?.name === change.name && former.website === change.website;
  if (isSame && former.state === 'review') return;
  const values = {
    ...change,
    account_id: callerId,
    state: 'review',
    requested_at: new Date(),
  } as const;
  const rename = { id: former?.id ?? uuidv7(), company_id: company.id, ...values };
  if (former) await tx.update(company_renames).set(values).where(eq(company_renames.id, former.id));
  else await tx.insert(company_renames).values(rename);
  await recordTransition(tx, {
    ...transition,
    rename,
    from: former?.state ?? null,
    action: 'request',
    to: 'review',
  });
}

/** Deletes the request of a company that asks for nothing more, because the company has these values now. */
export async function deleteFulfilledRename(
  tx: Database,
  company: Names & { id: string },
): Promise<void> {
  const { id, name, website } = company;
  await tx
    .delete(company_renames)
    .where(
      and(
        eq(company_renames.company_id, id),
        or(isNull(company_renames.name), eq(company_renames.name, name)),
        or(isNull(company_renames.website), eq(company_renames.website, website)),
      ),
    );
}
