import { expect } from 'vitest';
import type { ModelField } from '#server/modules/sources/testing/model-source.ts';
import type { BoardState } from './compare-board.ts';

const HOUR = 60 * 60 * 1_000;

type List = {
  /** Whether the list is complete and has jobs. */
  isComplete: boolean;
  /** Whether the list is complete and has no jobs. */
  isEmpty: boolean;
};

/**
 * The board's promises to people, checked without the model: from the actions of people and the lists of the source.
 */
export class Promises {
  readonly #edits = new Map<string, Map<ModelField, string>>();
  readonly #closed = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #reopened = new Map<string, number>();
  readonly #lists: ({ at: number; ids: Set<string> } & List)[] = [];
  /** The number of lists after which a person has last allowed a run to close jobs. */
  #allowedAfter = 0;
  #open = new Map<string, Set<string>>();

  edited(job: string, field: ModelField, value: string): void {
    const edits = this.#edits.get(job) ?? new Map<ModelField, string>();
    this.#edits.set(job, edits.set(field, value));
  }

  unlocked(job: string, field: ModelField): void {
    this.#edits.get(job)?.delete(field);
  }

  closed(job: string): void {
    this.#closed.add(job);
  }

  reopened(job: string): void {
    this.#closed.delete(job);
    this.#reopened.set(job, this.#lists.length);
  }

  deleted(job: string): void {
    this.#deleted.add(job);
  }

  restored(job: string): void {
    this.#deleted.delete(job);
  }

  /** Records that a person allows the next run to close jobs. */
  allowed(): void {
    this.#allowedAfter = this.#lists.length;
  }

  /** Records a list of the source. */
  listed(ids: Iterable<string>, now: Date, read: List): void {
    this.#lists.push({ ...read, at: now.getTime(), ids: new Set(ids) });
  }

  /** @param isUndone whether a person has undone a run, which closes jobs that it had opened */
  check({ rows, ledger }: BoardState, { isUndone = false } = {}): void {
    const idsOf = (job: string, id: string | null) =>
      new Set([
        ...ledger.filter(({ job_id }) => job_id === job).map(({ external_id }) => external_id),
        ...(id === null ? [] : [id]),
      ]);
    for (const row of rows) {
      for (const [field, value] of this.#edits.get(row.id) ?? []) {
        expect(row[field], `an edit of ${row.id}`).toBe(value);
      }
      if (this.#closed.has(row.id)) expect(row.closed_by, 'closed by a person').toBe('admin');
      const before = this.#open.get(row.id);
      if (before && !isUndone && row.closed_at !== null && row.closed_by === null) {
        this.#expectTwoMisses(row.id, idsOf(row.id, row.source_id));
      }
    }
    for (const job of this.#deleted) {
      expect(
        rows.some(({ id }) => id === job),
        'deleted by a person',
      ).toBe(false);
    }
    this.#open = new Map(
      rows
        .filter(({ closed_at }) => closed_at === null)
        .map((row) => [row.id, idsOf(row.id, row.source_id)]),
    );
  }

  /**
   * A job may close only after two complete lists in a row without it, the second at least an hour after the first. After
   * an empty list, it may close only if lists have been empty for an hour and a person has then allowed it. An empty list
   * that a person has accepted in this way also counts as a complete list without the job.
   */
  #expectTwoMisses(job: string, ids: Set<string>): void {
    const present = this.#lists.findLastIndex((list) => [...ids].some((id) => list.ids.has(id)));
    const withJobs = this.#lists.findLastIndex((list) => list.ids.size > 0);
    const isEmpty = this.#lists.at(-1)?.isEmpty === true;
    const misses = isEmpty
      ? this.#lists.slice(withJobs + 1, this.#allowedAfter).filter((list) => list.isEmpty)
      : this.#lists.filter(
          (list, at) =>
            at > present && (list.isComplete || (list.isEmpty && at <= this.#allowedAfter)),
        );
    expect(misses.length, `lists without ${job}`).toBeGreaterThanOrEqual(2);
    const [first, last] = [misses[0], misses.at(-1)];
    expect((last?.at ?? 0) - (first?.at ?? 0), 'time between them').toBeGreaterThanOrEqual(HOUR);
    const reopened = this.#reopened.get(job);
    expect(reopened === undefined || present >= reopened, 'reopened by a person').toBe(true);
  }
}
