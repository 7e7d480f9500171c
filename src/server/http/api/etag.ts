import { ProblemError } from './problem.ts';

/**
 * The `ETag` of a resource: its version, then the parameters that select its representation. No two representations
 * share an `ETag`. https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3
 */
export function entityTag(version: number, ...format: (string | number)[]): string {
  return `"${[version, ...format].join('.')}"`;
}

/**
 * Optimistic locking: checks that the `If-Match` header of a change has the current version. A change without the
 * header is accepted at any version. The header may have the tag of any representation of the current version. Weak
 * tags are accepted, too, because proxies that compress responses weaken their tags.
 * @throws ProblemError 412
 */
export function requireVersion(ifMatch: string | undefined, version: number): void {
  if (!matchesVersion(ifMatch, version)) {
    throw new ProblemError(
      412,
      'This has changed since you read it. Load the current version and try again.',
    );
  }
}

/** Whether an `If-Match` header has the current version. A missing header matches any version. */
export function matchesVersion(ifMatch: string | undefined, version: number): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  const versions = [...ifMatch.matchAll(/"(\d+)(?:\.[^"]*)?"/g)].map(([, number]) =>
    Number(number),
  );
  return versions.includes(version);
}
