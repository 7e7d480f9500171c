import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { countSkills } from './count-skills.ts';
import { countTitles } from './count-titles.ts';
import type { StoredSuggestion } from './stored-suggestion.ts';

/** The advisory lock of a refresh: while one process refreshes the suggestions, others do not. */
const LOCK = 7206014;

/** Suggestions stored by one statement. */
const BATCH = 2_000;

/**
 * Counts the titles and skills of the open jobs anew. It takes many statements, each within its time limit. If `signal`
 * aborts, the stored suggestions stay as they are.
 */
export async function refreshSuggestions(db: Database, signal?: AbortSignal): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${LOCK}) as locked`,
    );
    if (!rows[0]?.locked) return;
    const titles = await countTitles(tx, signal);
    const skills = await countSkills(tx, signal);
    if (!signal?.aborted) await store(tx, [...titles, ...skills]);
  });
}

/** Replaces the stored suggestions. Unchanged rows are not written. */
async function store(db: Database, suggestions: StoredSuggestion[]): Promise<void> {
  const json = (part: StoredSuggestion[]) => JSON.stringify(part);
  for (let first = 0; first < suggestions.length; first += BATCH) {
    await db.execute(sql`
      insert into search_suggestions (kind, label, words, titles, jobs)
      select kind, label, (
        select to_tsvector('simple', string_agg(search_text(replace(spelling, '-', ' ')), ' '))
        from unnest(spellings) as spelling
      ), titles, jobs
      from jsonb_to_recordset(${json(suggestions.slice(first, first + BATCH))}::jsonb)
        as counted (kind text, label text, spellings text[], titles text[], jobs integer)
      on conflict (kind, label) do update
        set words = excluded.words, titles = excluded.titles, jobs = excluded.jobs
        where row(search_suggestions.*) is distinct from row(excluded.*)`);
  }
  const names = suggestions.map(({ kind, label }) => ({ kind, label }));
  await db.execute(sql`
    delete from search_suggestions where (kind, label) not in (
      select kind, label from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as counted (kind text, label text)
    )`);
}
