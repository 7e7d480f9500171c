import { and, eq, isNull, or } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { company_renames } from '#server/db/rename-tables.ts';
import { recordTransition } from '../record-transition.ts';

type Names = { name: string; website: string };

/**
 * Stores what an owner wants to change about the name and the website of a company, which waits for a site admin. The
 * former request is replaced. A value that the company has already is not a change: a client that reads a company and
 * sends it back does not know the waiting request and must not withdraw it. The company must be locked.
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
  if (name === company.name && website === company.website) return;
  const waiting = former?.state === 'review' ? former : undefined;
  const change = {
    name: name === company.name ? (waiting?.name ?? null) : name,
    website: website === company.website ? (waiting?.website ?? null) : website,
  };
  if (waiting?.name === change.name && waiting.website === change.website) return;
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
    actor: callerId,
    rename,
    company: company.name,
    from: former?.state ?? null,
    action: 'request',
    to: 'review',
  });
}

/** Deletes the request of a company that asks for nothing more, because a site admin has entered these values. */
export async function deleteFulfilledRename(
  tx: Database,
  actor: string,
  company: Names & { id: string },
): Promise<void> {
  const { id, name, website } = company;
  const [rename] = await tx
    .delete(company_renames)
    .where(
      and(
        eq(company_renames.company_id, id),
        or(isNull(company_renames.name), eq(company_renames.name, name)),
        or(isNull(company_renames.website), eq(company_renames.website, website)),
      ),
    )
    .returning();
  if (!rename) return;
  await recordTransition(tx, {
    actor,
    rename,
    company: name,
    from: rename.state,
    action: 'fulfill',
    to: 'approved',
  });
}

/** Records that the request of a company ends, because the company is deleted or merged into another one. */
export async function recordEndedRename(
  tx: Database,
  actor: string,
  company: { id: string; name: string },
  action: 'deleteCompany' | 'mergeCompany',
): Promise<void> {
  const [rename] = await tx
    .select()
    .from(company_renames)
    .where(eq(company_renames.company_id, company.id));
  if (!rename) return;
  await recordTransition(tx, {
    actor,
    rename,
    company: company.name,
    from: rename.state,
    action,
    to: 'deleted',
  });
}
