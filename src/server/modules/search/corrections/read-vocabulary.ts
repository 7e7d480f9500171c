import { sql } from 'drizzle-orm';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { foldSpelling } from '#server/content/dictionary/spelling-groups.ts';
import { foldWord } from '#server/content/spelling/fold-word.ts';
import {
  buildVocabulary,
  type Vocabulary,
  type VocabularyEntry,
} from '#server/content/spelling/vocabulary.ts';
import type { BoardDatabase, Database } from '#server/db/client.ts';

/** How long a vocabulary is used before the server checks whether the stored words have changed (ms). */
const MAX_AGE = 5 * 60_000;

/**
 * The weight of a heading (a title or a location) compared with a description. People search for a word in one heading
 * about as often as for a word in this many descriptions.
 */
const WEIGHT_OF_HEADING = 10;

/**
 * The weight that is added for a spelling in the job dictionary, as a share of all jobs. People search for titles and
 * skills more often than the number of headings with them suggests. If no job has the spelling, a tenth of this is
 * added.
 */
const WEIGHT_OF_SPELLING = 0.005;

type CachedVocabulary = {
  db: BoardDatabase;
  checkedAt: number;
  /** Identifies the version of the stored words; empty until they are loaded. */
  version: string;
  vocabulary: Promise<Vocabulary>;
  isRefreshing: boolean;
};

const cache = new WeakMap<Database, CachedVocabulary>();

/**
 * Returns the words of this board and of the job dictionary, indexed in the memory of this process. If the stored words
 * have changed, rebuilds the index in the background.
 */
export function readVocabulary(database: BoardDatabase): Promise<Vocabulary> {
  // All networks share the vocabulary, so use the database without the limit per network.
  const db = database.shared ?? database;
  const cached = cache.get(db);
  if (!cached) return startLoading(db);
  if (performance.now() - cached.checkedAt > MAX_AGE && !cached.isRefreshing) {
    cached.isRefreshing = true;
    // After a failure, the next search loads the words again, and reports an error of its own attempt.
    refresh(cached).catch(() => cache.delete(db));
  }
  return cached.vocabulary;
}

/** Returns the words if this process has loaded them, for searches that should not wait for them; else undefined. */
export function readLoadedVocabulary(database: BoardDatabase): Promise<Vocabulary> | undefined {
  const db = database.shared ?? database;
  return cache.get(db)?.version ? readVocabulary(db) : undefined;
}

/** Reads the stored words again if this process uses them. */
export async function reloadVocabulary(db: Database): Promise<void> {
  const cached = cache.get(db);
  if (cached) await refresh(cached);
}

function startLoading(db: BoardDatabase): Promise<Vocabulary> {
  const loading = load(db);
  const vocabulary = loading.then((loaded) => loaded.vocabulary);
  const cached = { db, checkedAt: performance.now(), version: '', vocabulary, isRefreshing: false };
  cache.set(db, cached);
  loading.then(
    ({ version }) => {
      cached.version = version;
    },
    () => cache.delete(db),
  );
  return vocabulary;
}

async function refresh({ db, version }: CachedVocabulary): Promise<void> {
  const checkedAt = performance.now();
  const current = await readVersion(db);
  const cached = cache.get(db);
  if (current === version && cached) {
    Object.assign(cached, { checkedAt, isRefreshing: false });
    return;
  }
  const loaded = await load(db);
  const vocabulary = Promise.resolve(loaded.vocabulary);
  cache.set(db, { db, checkedAt, version: loaded.version, vocabulary, isRefreshing: false });
}

async function load(db: BoardDatabase): Promise<{ version: string; vocabulary: Vocabulary }> {
  // Read the version first. If the words change after that, the version is outdated and the words are read once more.
  const version = await readVersion(db);
  const { rows } = await db.reads.planned((reader) =>
    reader.execute<StoredWord>(
      sql`/* dictionary_words */ select word, share, heading_share, is_name, is_target from search_dictionary`,
    ),
  );
  return { version, vocabulary: await buildVocabulary(...withJobDictionary(rows)) };
}

async function readVersion(db: BoardDatabase): Promise<string> {
  const { rows } = await db.reads.planned((reader) =>
    reader.execute<{ version: string }>(sql`/* dictionary_version */
      select concat_ws(':', count(*), sum(hashtextextended(concat_ws(':', word, share, heading_share, is_name, is_target), 0))) as version
      from search_dictionary`),
  );
  return rows[0]?.version ?? '';
}

type StoredWord = {
  word: string;
  share: number;
  heading_share: number;
  is_name: boolean;
  is_target: boolean;
};

/**
 * Adds the spellings of the job dictionary to the stored words. Also returns the number of jobs, which is estimated
 * from the smallest share of jobs that contain a word.
 */
function withJobDictionary(stored: StoredWord[]): [entries: VocabularyEntry[], jobs: number] {
  const entries = new Map<string, VocabularyEntry>();
  let lowest = 1;
  for (const { word, share, heading_share, is_name, is_target } of stored) {
    const weight = heading_share + share / WEIGHT_OF_HEADING;
    entries.set(word, { text: word, share, weight, isName: is_name, isTarget: is_target });
    if (share > 0 && share < lowest) lowest = share;
  }
  const { spellings, parts } = knownTexts();
  for (const text of parts) {
    const { share = 0, weight = 0 } = entries.get(text) ?? {};
    const added = spellings.has(text) ? WEIGHT_OF_SPELLING * (share > 0 ? 1 : 0.1) : 0;
    entries.set(text, { text, share, weight: weight + added, isName: true, isTarget: true });
  }
  return [[...entries.values()], 1 / lowest];
}

type KnownTexts = {
  spellings: Set<string>;
  /** The spellings, their single words, and each pair of adjacent words. */
  parts: Set<string>;
};

let known: KnownTexts | undefined;

/** The spellings of the job dictionary that consist of words. */
function knownTexts(): KnownTexts {
  if (known) return known;
  const spellings = new Set<string>();
  const parts = new Set<string>();
  for (const { text } of jobDictionary().groups.flatMap((group) => group.spellings)) {
    const words = foldWord(foldSpelling(text)).split(' ');
    if (!words.every((word) => /^[\p{L}\p{M}\p{N}]+$/u.test(word))) continue;
    spellings.add(words.join(' '));
    parts.add(words.join(' '));
    for (const [index, word] of words.entries()) {
      parts.add(word);
      if (index > 0) parts.add(`${words[index - 1]} ${word}`);
    }
  }
  known = { spellings, parts };
  return known;
}
