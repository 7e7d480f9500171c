/**
 * The rules of sources, slow and obvious: one job after the other, without a database. Tests apply the same actions to
 * the board and to this model, and compare them. The model follows the documented rules, not the code that it checks.
 */

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;

export const MODEL_FIELDS = ['title', 'location', 'description', 'applyurl'] as const;
export type ModelField = (typeof MODEL_FIELDS)[number];
type ModelValues = Record<ModelField, string>;

/** An entry of a list. */
export type ModelEntry = {
  id: string;
  values: ModelValues;
  posted: Date;
  /** Whether no job can be built from the entry. Its id still shows that a job exists. */
  isUnreadable?: boolean;
};

/** The response of a source: a list, or a response that does not show which jobs exist, such as an error. */
export type ModelAnswer =
  | { kind: 'list'; entries: ModelEntry[]; isComplete: boolean }
  | { kind: 'failure' };

export type ModelJob = {
  key: number;
  /** The present id at the source. */
  id: string;
  /** The current and former ids of the job at the source. */
  ids: Set<string>;
  values: ModelValues;
  /** The values at the source. */
  stated: ModelValues;
  /** The fields that a person has edited. */
  locked: Set<ModelField>;
  state: 'open' | 'closed';
  /** Who has closed the job; null while it is open. */
  closedBy: 'source' | 'person' | null;
  isDeleted: boolean;
  /** Whether a person has moved the job to a different company. */
  isMoved: boolean;
  /** Whether a person has reopened the job, and no list has contained it since. */
  isKeptOpen: boolean;
  posted: Date;
  firstSeen: Date;
  reposts: number;
  /** When a complete list first lacked all ids of the job; null while the latest complete list has one of them. */
  missingSince: Date | null;
  /** When the job was closed because lists lack it; null otherwise. */
  vanishedAt: Date | null;
};

export type ModelRun = {
  outcome: 'applied' | 'asked' | 'failed';
  added: number;
  closed: number;
  reopened: number;
  reposted: number;
  missing: number;
};

const NOTHING = { added: 0, closed: 0, reopened: 0, reposted: 0, missing: 0 };

export class ModelSource {
  jobs: ModelJob[] = [];
  isAsking = false;
  mayClose = false;
  /** The time of the first of the latest lists without jobs; undefined if the latest list had jobs. */
  #emptySince: Date | undefined;
  #keys = 0;
  /** The times at which ids of entries without a job were first listed. */
  readonly #seen = new Map<string, Date>();
  #before: ModelJob[] = [];

  /** Performs a run: the source responds, and the rules are applied to the response. */
  run(answer: ModelAnswer, now: Date): ModelRun {
    this.#before = structuredClone(this.jobs);
    if (answer.kind === 'failure') return { outcome: 'failed', ...NOTHING };
    if (answer.entries.length === 0) {
      return answer.isComplete ? this.#applyEmpty(now) : { outcome: 'failed', ...NOTHING };
    }
    this.#emptySince = undefined;
    const run = this.#apply(answer.entries, answer.isComplete, now);
    if (run.outcome === 'asked') {
      this.jobs = structuredClone(this.#before);
      // Nothing is applied, but the list shows which jobs are there.
      for (const { id } of answer.entries) {
        const job = this.#jobWithId(id);
        if (job?.vanishedAt === null) job.missingSince = null;
      }
      this.isAsking = true;
    } else if (answer.isComplete) {
      // Only a complete list shows whether jobs are gone.
      this.isAsking = false;
      this.mayClose = false;
    }
    return run;
  }

  /**
   * Applies an empty list. It closes jobs only if lists have been empty for an hour and a person who was asked then allows
   * it.
   */
  #applyEmpty(now: Date): ModelRun {
    if (!this.#emptySince) {
      this.#emptySince = now;
      // An open question and its answer are about a list with jobs.
      this.isAsking = false;
      this.mayClose = false;
    }
    if (now.getTime() - this.#emptySince.getTime() < HOUR) return { outcome: 'failed', ...NOTHING };
    const closing = this.jobs.filter((job) => isOpenHere(job) && !job.isKeptOpen);
    if (closing.length > 0 && !this.mayClose) {
      this.isAsking = true;
      return { outcome: 'asked', ...NOTHING };
    }
    if (closing.length > 0) for (const job of this.jobs) job.missingSince ??= now;
    for (const job of closing) closeForSource(job, now);
    this.isAsking = false;
    this.mayClose = false;
    return { outcome: 'applied', ...NOTHING, closed: closing.length };
  }

  /** Resumes a paused source. What was asked and allowed before is outdated. */
  resume(): void {
    this.isAsking = false;
    this.mayClose = false;
    this.#emptySince = undefined;
  }

  #apply(all: ModelEntry[], isComplete: boolean, now: Date): ModelRun {
    const run: ModelRun = { outcome: 'applied', ...NOTHING };
    const entries: ModelEntry[] = [];
    for (const entry of all) {
      if (!entries.some(({ id }) => id === entry.id)) entries.push(entry);
    }
    const listed = new Set(entries.map(({ id }) => id));
    const isLacked = (job: ModelJob) => ![...job.ids].some((id) => listed.has(id));

    // A job that is listed under a former id takes this id again.
    for (const { id } of entries) {
      const job = this.#jobWithId(id);
      if (!job || job.id === id || job.isDeleted || job.isMoved) continue;
      if (isComplete && !listed.has(job.id)) {
        job.id = id;
        job.reposts += 1;
        run.reposted += 1;
      }
    }

    // An entry with a new id may repost a job that the list lacks.
    const added: ModelEntry[] = [];
    const unreadable: string[] = [];
    for (const entry of entries) {
      if (this.#jobWithId(entry.id)) continue;
      if (entry.isUnreadable) {
        unreadable.push(entry.id);
        continue;
      }
      const former = this.jobs
        .filter(
          (job) => isLacked(job) && isRemembered(job, now) && isSameJob(job.stated, entry.values),
        )
        .sort(byLatestMiss)[0];
      if (!former) {
        added.push(entry);
        continue;
      }
      // An incomplete list does not show whether the former id is gone, so a later list decides.
      if (!isComplete) continue;
      former.ids.add(entry.id);
      // A job that a person has deleted or moved does not come back with a new id.
      if (former.isDeleted || former.isMoved) continue;
      former.id = entry.id;
      former.firstSeen = earliest(former.firstSeen, this.#seen.get(entry.id));
      former.reposts += 1;
      run.reposted += 1;
    }

    const open = this.jobs.filter(isOpenHere);
    const closing = open.filter(
      (job) =>
        isComplete &&
        isLacked(job) &&
        !job.isKeptOpen &&
        job.missingSince !== null &&
        now.getTime() - job.missingSince.getTime() >= HOUR,
    );
    if (closing.length > 5 && closing.length > open.length / 4 && !this.mayClose) {
      return { ...NOTHING, outcome: 'asked' };
    }

    for (const entry of entries) {
      const job = this.#jobWithId(entry.id);
      if (!job) continue;
      job.missingSince = null;
      if (job.id !== entry.id) continue;
      job.vanishedAt = null;
      if (entry.isUnreadable || job.isDeleted || job.isMoved) continue;
      job.isKeptOpen = false;
      job.stated = { ...entry.values };
      for (const field of MODEL_FIELDS) {
        if (!job.locked.has(field)) job.values[field] = entry.values[field];
      }
      if (job.closedBy === 'source') {
        job.state = 'open';
        job.closedBy = null;
        run.reopened += 1;
      }
    }
    for (const id of unreadable) this.#seen.set(id, earliest(now, this.#seen.get(id)));
    for (const entry of added) {
      this.jobs.push(newJob(this.#keys++, entry, earliest(now, this.#seen.get(entry.id))));
      run.added += 1;
    }
    if (!isComplete) return run;
    for (const job of this.jobs) {
      if (!isLacked(job)) continue;
      if (job.missingSince === null && isOpenHere(job)) run.missing += 1;
      job.missingSince ??= now;
    }
    for (const job of closing) closeForSource(job, now);
    run.closed = closing.length;
    return run;
  }

  #jobWithId(id: string): ModelJob | undefined {
    return this.jobs.find((job) => job.ids.has(id));
  }

  edit(job: ModelJob, field: ModelField, value: string): void {
    if (job.values[field] === value) return;
    job.values[field] = value;
    job.locked.add(field);
  }

  unlock(job: ModelJob, field: ModelField): void {
    job.locked.delete(field);
    job.values[field] = job.stated[field];
  }

  close(job: ModelJob): void {
    job.state = 'closed';
    job.closedBy = 'person';
  }

  reopen(job: ModelJob): void {
    job.state = 'open';
    job.closedBy = null;
    job.isKeptOpen = true;
  }

  delete(job: ModelJob): void {
    job.isDeleted = true;
  }

  restore(job: ModelJob): void {
    job.isDeleted = false;
  }

  /** Moves a job to a different company, or back. */
  move(job: ModelJob, isMoved: boolean): void {
    job.isMoved = isMoved;
  }

  /** Undoes the latest run, if nobody has changed anything since. */
  undo(): void {
    for (const { key, ids } of this.jobs) {
      if (!this.#before.some((before) => before.key === key)) {
        for (const id of ids) this.#seen.delete(id);
      }
    }
    this.jobs = this.#before.map((before) => {
      const after = this.jobs.find(({ key }) => key === before.key) ?? before;
      const isTouched = contentOf(before) !== contentOf(after);
      const ids = new Set(after.ids);
      if (after.id !== before.id) {
        // The next run finds the repost anew.
        ids.delete(after.id);
        this.#seen.delete(after.id);
      }
      // For locked fields, which the run did not change, the board still has the values that the run has read.
      const stated = { ...before.stated };
      for (const field of after.id === before.id ? after.locked : []) {
        stated[field] = after.stated[field];
      }
      return {
        ...(isTouched ? before : after),
        ids,
        stated,
        // The next run reads the job again, and finds it missing for the first time.
        ...(isTouched && { missingSince: null, vanishedAt: null }),
      };
    });
  }
}

function earliest(one: Date, other: Date | undefined): Date {
  return other && other < one ? other : one;
}

function closeForSource(job: ModelJob, now: Date): void {
  job.state = 'closed';
  job.closedBy = 'source';
  job.vanishedAt = now;
}

function newJob(key: number, { id, values, posted }: ModelEntry, firstSeen: Date): ModelJob {
  return {
    key,
    id,
    ids: new Set([id]),
    values: { ...values },
    stated: { ...values },
    locked: new Set(),
    state: 'open',
    closedBy: null,
    isDeleted: false,
    isMoved: false,
    isKeptOpen: false,
    posted,
    firstSeen,
    reposts: 0,
    missingSince: null,
    vanishedAt: null,
  };
}

/** Whether a job is open at the company of the source. */
export function isOpenHere({ state, isDeleted, isMoved }: ModelJob): boolean {
  return state === 'open' && !isDeleted && !isMoved;
}

/** The columns of a job that decide whether a run has changed the job. */
function contentOf({ id, values, state, closedBy, isKeptOpen }: ModelJob): string {
  return JSON.stringify([id, values, state, closedBy, isKeptOpen]);
}

/**
 * Whether a job that has closed because its source no longer listed it can still come back with a new id. It can for
 * half a year.
 */
function isRemembered(job: ModelJob, now: Date): boolean {
  if (job.closedBy !== 'source' || job.isDeleted || job.isMoved) return true;
  return job.vanishedAt === null || now.getTime() - job.vanishedAt.getTime() < 180 * DAY;
}

/**
 * Sorts jobs so that the one that has been missing for the shortest time comes first. If several jobs could be the same
 * as an entry, this one is chosen.
 */
function byLatestMiss(one: ModelJob, other: ModelJob): number {
  const time = ({ missingSince }: ModelJob) => missingSince?.getTime() ?? Number.POSITIVE_INFINITY;
  if (time(one) !== time(other)) return time(other) - time(one);
  return one.id < other.id ? 1 : -1;
}

/**
 * Whether an entry is the same job with a new id: they have the same title and place, and share four fifths of the
 * words.
 */
function isSameJob(one: ModelValues, other: ModelValues): boolean {
  return (
    plain(one.title) === plain(other.title) &&
    plain(one.location) === plain(other.location) &&
    isSimilar(one.description, other.description)
  );
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}\p{S}]+/gu, '');

function isSimilar(one: string, other: string): boolean {
  if (one === other) return true;
  const words = new Set(one.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const others = new Set(other.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const all = new Set([...words, ...others]);
  const shared = [...words].filter((word) => others.has(word));
  return all.size > 0 && shared.length >= 0.8 * all.size;
}
