import { diffChars } from 'diff';
import { Fragment } from 'react';

/** Shows two similar names one below the other, with their different characters marked and named. */
export function NameComparison({ name, other }: { name: string; other: string }) {
  const parts = diffChars(other, name);
  const rows = [
    { label: 'New', kept: parts.filter(({ removed }) => !removed) },
    { label: 'On this site', kept: parts.filter(({ added }) => !added) },
  ];
  return (
    <dl className="facts">
      {rows.map(({ label, kept }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>
              {kept.map(({ value, added, removed }, index) => {
                // The parts have no ids, but their order is fixed, so the index can be the key.
                const key = `${index}`;
                return added || removed ? (
                  <mark key={key} className="rounded-sm bg-clay/20 text-inherit">
                    {value}
                  </mark>
                ) : (
                  <Fragment key={key}>{value}</Fragment>
                );
              })}
            </bdi>{' '}
            <span className="text-sm text-muted">
              {kept
                .filter(({ added, removed }) => added || removed)
                .flatMap(({ value }) => Array.from(value, codePoint))
                .join(', ')}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Names a character as Unicode does, such as U+0456. */
function codePoint(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}
