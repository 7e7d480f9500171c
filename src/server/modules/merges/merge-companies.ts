import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { company_claims } from '#server/db/claim-tables.ts';
import type { Database } from '#server/db/client.ts';
import { job_drafts, type StoredBody } from '#server/db/job-draft-tables.ts';
import {
  company_merges,
  job_merges,
  type LeftoverKind,
  merge_leftovers,
} from '#server/db/merge-tables.ts';
import { company_renames } from '#server/db/rename-tables.ts';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { source_jobs, source_previews, sources } from '#server/db/source-tables.ts';
import { invitations, memberships, sent_invitations } from '#server/db/team-tables.ts';
import { withActor } from '#server/db/with-actor.ts';
import { isId } from '#server/http/api/cursor.ts';
import { badInput, notFound } from '#server/http/api/problem.ts';
import { lockAccounts } from '#server/modules/accounts/queries.ts';
import { followSearchedCompany } from '#server/modules/alerts/searches/commands.ts';
import { recordEndedRename } from '#server/modules/companies/renames/requests/commands.ts';
import { followHiddenCompany, followJobMerges } from '#server/modules/marks/commands.ts';
import { touchUploads } from '#server/modules/uploads/commands.ts';
import type { MergedCompany } from '#shared/contract/merges.ts';

/** The number of jobs that one statement moves. Moving more jobs would take longer than a statement may. */
const BATCH_SIZE = 500;

/** The actor of a merge. `permit` throws if the actor may not merge; it runs in the transaction of the merge. */
export type MergeActor = { actor: string; permit?: (tx: Database) => Promise<unknown> };

/**
 * Merges a company into another one: its jobs, drafts, team, invitations, claims and sources move, imports of its feed
 * then go to the other company, and its URLs redirect to it. Of two jobs with the same id at the same source, the open
 * one remains. The other company's name, website, logo and description stay as they are. The audit trail can undo the
 * merge (`undo-merge.ts`).
 * @throws ProblemError 400 at `into`, 404, and what `permit` throws
 */
export async function mergeCompanies(
  db: Database,
  { actor, permit = async () => {} }: MergeActor,
  { id, into }: { id: string; into: string },
): Promise<MergedCompany> {
  return withActor(db, actor, async (tx) => {
    const [from, target] = await lockBoth(tx, id, into);
    await lockTeam(tx, actor, from?.id);
    await permit(tx);
    if (!from) throw notFound('company');
    if (!target) throw badInput([{ path: 'into', message: 'must be the id of a company' }]);
    if (target.id === from.id) {
      throw badInput([{ path: 'into', message: 'must be a different company' }]);
    }
    const { secondInvitations, ...team } = await moveTeam(tx, from.id, target.id);
    // Lock sources before jobs, in the same order as the undoing of a run does.
    const movedSources = await moveSources(tx, from.id, target.id);
    const pairs = await findDuplicates(tx, from.id, target.id);
    const duplicates = pairs.map(({ duplicate }) => duplicate);
    const edits = await takeRows(tx, 'draft', inArray(job_drafts.job_id, duplicates));
    await deleteJobs(tx, duplicates);
    await followPairs(tx, pairs);
    await followHiddenCompany(tx, from.id, target.id);
    await followSearchedCompany(tx, from.id, target.id);
    const moved = await moveJobs(tx, from, target.id);
    const rest = {
      drafts: await moveDrafts(tx, from.id, target.id),
      claims: await moveClaims(tx, from.id, target.id),
    };
    await recordEndedRename(tx, actor, from, 'mergeCompany');
    // Delete the rows that could not move, because the remaining company already has an equivalent row, or keeps its own
    // name. The merge stores copies of them.
    const leftovers = [
      ...edits,
      ...(await takeRows(tx, 'claim', eq(company_claims.company_id, from.id))),
      ...(await takeRows(tx, 'rename', eq(company_renames.company_id, from.id))),
      ...secondInvitations,
    ];
    const { source, source_id, logo } = from;
    await tx.insert(company_merges).values({
      id: from.id,
      into_id: target.id,
      source,
      source_id,
      logo,
      moved: { ...team, ...rest, sources: movedSources },
    });
    if (leftovers.length > 0) {
      await tx
        .insert(merge_leftovers)
        .values(leftovers.map((leftover) => ({ ...leftover, merge_id: from.id })));
    }
    await storePairs(tx, from.id, pairs);
    await touchUploads(tx, [logo]);
    await tx.delete(companies).where(eq(companies.id, from.id));
    return {
      company: { id: target.id, name: target.name },
      jobs: moved,
      duplicates: duplicates.length,
      members: team.members.length,
    };
  });
}

/** Locks two companies in the order of their ids, so that two merges cannot deadlock. */
async function lockBoth(tx: Database, id: string, into: string) {
  const ids = [id, into].filter(isId).map((one) => one.toLowerCase());
  const rows = await tx
    .select({
      id: companies.id,
      name: companies.name,
      source: companies.source,
      source_id: companies.source_id,
      logo: companies.logo,
    })
    .from(companies)
    .where(inArray(companies.id, ids))
    .orderBy(companies.id)
    .for('update');
  const find = (one: string) => rows.find((row) => row.id === one.toLowerCase());
  return [find(id), find(into)] as const;
}

/** Locks the accounts of the team and of the caller, in the order of their ids, as all transactions do. */
async function lockTeam(tx: Database, actor: string, company: string | undefined): Promise<void> {
  const members = company
    ? await tx
        .select({ id: memberships.account_id })
        .from(memberships)
        .where(eq(memberships.company_id, company))
    : [];
  await lockAccounts(tx, [actor, ...members.map(({ id }) => id)]);
}

/** The tables of the rows that a merge drops and stores. */
export const LEFTOVER_TABLES = {
  claim: company_claims,
  invitation: invitations,
  draft: job_drafts,
  rename: company_renames,
};

/** Reads whole rows of a table before the merge deletes them, so that an undo can restore them. */
async function takeRows(tx: Database, kind: LeftoverKind, condition: SQL | undefined) {
  const table = LEFTOVER_TABLES[kind];
  const { rows } = await tx.execute<{ content: Record<string, unknown> }>(
    sql`select to_jsonb(${table}) as content from ${table} where ${condition} order by id`,
  );
  return rows.map(({ content }) => ({ kind, content }));
}

/** Moves the members and the invitations. Nobody loses rights: an owner of either company owns the remaining one. */
async function moveTeam(tx: Database, from: string, target: string) {
  const members = await tx
    .select({
      id: memberships.id,
      account: memberships.account_id,
      role: memberships.role,
      acts_for: accounts.company_id,
    })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.account_id))
    .where(eq(memberships.company_id, from));
  const both = await tx
    .select({ id: memberships.id, account: memberships.account_id, role: memberships.role })
    .from(memberships)
    .where(
      and(
        eq(memberships.company_id, target),
        inArray(
          memberships.account_id,
          members.map(({ account }) => account),
        ),
      ),
    );
  const owns = new Set(members.flatMap(({ account, role }) => (role === 'owner' ? [account] : [])));
  const promoted = both
    .filter(({ account, role }) => role !== 'owner' && owns.has(account))
    .map(({ id }) => id);
  await tx.update(memberships).set({ role: 'owner' }).where(inArray(memberships.id, promoted));
  const inBoth = new Set(both.map(({ account }) => account));
  const moving = members.filter(({ account }) => !inBoth.has(account)).map(({ id }) => id);
  await tx.update(memberships).set({ company_id: target }).where(inArray(memberships.id, moving));
  const invited = await tx
    .update(invitations)
    .set({ company_id: target })
    .where(
      and(
        eq(invitations.company_id, from),
        sql`${invitations.email} not in (select email from invitations where company_id = ${target})`,
      ),
    )
    .returning({ id: invitations.id });
  await tx
    .update(sent_invitations)
    .set({ company_id: target })
    .where(eq(sent_invitations.company_id, from));
  // Read the remaining invitations now: when a person gets a membership, the invitations that they have sent are
  // deleted.
  const secondInvitations = await takeRows(tx, 'invitation', eq(invitations.company_id, from));
  // Let people act for the other company before their membership is deleted. Otherwise, people without another
  // membership would lose their role.
  await tx
    .update(accounts)
    .set({ company_id: target, updated_at: new Date() })
    .where(eq(accounts.company_id, from));
  await tx.delete(memberships).where(eq(memberships.company_id, from));
  return {
    members: moving,
    promoted,
    acting: members.filter(({ acts_for }) => acts_for === from).map(({ id }) => id),
    invitations: invited.map(({ id }) => id),
    secondInvitations,
  };
}

/** Two jobs with the same id at the same source, one of each company. One of them remains. */
type Pair = { duplicate: string; remaining: string };

/** Finds the jobs that both companies have from the same source. Of each pair, the open one remains. */
async function findDuplicates(tx: Database, from: string, target: string): Promise<Pair[]> {
  const { rows } = await tx.execute<Pair>(sql`
    select case when replaces then other.id else one.id end as duplicate,
      case when replaces then one.id else other.id end as remaining
    from ${jobs} one join ${jobs} other using (source, source_id),
      lateral (select one.closed_at is null and other.closed_at is not null as replaces) as state
    where one.company_id = ${from} and other.company_id = ${target}
    order by one.id`);
  return rows;
}

async function storePairs(tx: Database, merge_id: string, pairs: Pair[]): Promise<void> {
  for (let start = 0; start < pairs.length; start += BATCH_SIZE) {
    const batch = pairs.slice(start, start + BATCH_SIZE);
    await tx
      .insert(job_merges)
      .values(
        batch.map(({ duplicate, remaining }) => ({ id: duplicate, into_id: remaining, merge_id })),
      );
  }
}

async function deleteJobs(tx: Database, ids: string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    await tx.delete(jobs).where(inArray(jobs.id, ids.slice(start, start + BATCH_SIZE)));
  }
}

/** Moves the jobs. An imported job keeps its feed, so that the feeds of both companies close only their own jobs. */
async function moveJobs(
  tx: Database,
  from: { id: string; source_id: string | null },
  target: string,
): Promise<number> {
  let moved = 0;
  for (;;) {
    const batch = tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(eq(jobs.company_id, from.id))
      .orderBy(jobs.id)
      .limit(BATCH_SIZE);
    const { rowCount } = await tx
      .update(jobs)
      .set({
        company_id: target,
        feed: sql`case when ${jobs.source} is not null then coalesce(${jobs.feed}, ${from.source_id}) end`,
        updated_at: new Date(),
      })
      .where(inArray(jobs.id, batch));
    moved += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH_SIZE) return moved;
  }
}

/** Moves the sources, and the previews that may become sources. A run in progress writes to the remaining company. */
async function moveSources(tx: Database, from: string, target: string): Promise<string[]> {
  await tx
    .update(source_previews)
    .set({ company_id: target })
    .where(eq(source_previews.company_id, from));
  const moved = await tx
    .update(sources)
    .set({ company_id: target, version: sql`${sources.version} + 1` })
    .where(eq(sources.company_id, from))
    .returning({ id: sources.id });
  return moved.map(({ id }) => id);
}

/** Replaces duplicate jobs in the ledgers of sources, and in what people have marked, by the jobs that remain. */
async function followPairs(tx: Database, pairs: Pair[]): Promise<void> {
  for (let start = 0; start < pairs.length; start += BATCH_SIZE) {
    const batch = pairs.slice(start, start + BATCH_SIZE);
    await tx.execute(sql`
      update ${source_jobs} set job_id = pair.remaining
      from unnest(
        ${sql.param(batch.map(({ duplicate }) => duplicate))}::uuid[],
        ${sql.param(batch.map(({ remaining }) => remaining))}::uuid[]
      ) as pair (duplicate, remaining)
      where job_id = pair.duplicate`);
    await followJobMerges(tx, batch);
  }
}

async function moveDrafts(tx: Database, from: string, target: string): Promise<string[]> {
  const moved = await tx
    .update(job_drafts)
    .set(draftsOf(target))
    .where(eq(job_drafts.company_id, from))
    .returning({ id: job_drafts.id });
  return moved.map(({ id }) => id);
}

/** The columns of a draft that name its company. */
export function draftsOf(company: string) {
  return {
    company_id: company,
    body: sql<StoredBody>`jsonb_set(${job_drafts.body}, '{company,id}', to_jsonb(${company}::text))`,
  };
}

/** Moves the claims, except those of people who have already claimed the other company or belong to its team. */
async function moveClaims(tx: Database, from: string, target: string): Promise<string[]> {
  const moved = await tx
    .update(company_claims)
    // The owners of the other company have not been told, so a site admin decides.
    .set({ company_id: target, takes_effect_at: null })
    .where(
      and(
        eq(company_claims.company_id, from),
        sql`${company_claims.account_id} not in (
          select account_id from ${company_claims} where company_id = ${target}
          union all select account_id from ${memberships} where company_id = ${target})`,
      ),
    )
    .returning({ id: company_claims.id });
  return moved.map(({ id }) => id);
}
