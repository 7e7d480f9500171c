import { diffWordsWithSpace } from 'diff';

/**
 * The number of different words up to which a text is compared word by word. Beyond it, the comparison would take long,
 * and would show little.
 */
const MAX_DIFFERENCES = 1_000;

/** Shows how a text has changed, word by word. */
export function Difference({ before, after }: { before: string; after: string }) {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MAX_DIFFERENCES }) ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ];
  return parts.map(({ value, added, removed }, index) => {
    // The parts have no ids, but their order is fixed, so the index can be the key.
    const key = `${index}`;
    if (added) {
      return (
        <ins key={key} className="rounded-sm bg-leaf/20">
          {value}
        </ins>
      );
    }
    if (removed) {
      return (
        <del key={key} className="rounded-sm bg-clay/20">
          {value}
        </del>
      );
    }
    return <span key={key}>{value}</span>;
  });
}
