import { ProblemError } from './problem.ts';

/**
 * The `ETag` of a thing: which version it is, then whatever else decides how it is shown, so that no
 * two representations share one. https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3
 */
export function entityTag(version: number, ...shown: (string | number)[]): string {
  return `"${[version, ...shown].join('.')}"`;
}

/**
 * Lets a change pass where it starts from this version, as `If-Match` says; without that header, any.
 * However the version was shown when it was read, it is the same; and a proxy that compresses makes
 * our tags weak, which must not lock anybody out.
 * @throws ProblemError 412
 */
export function requireVersion(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const versions = [...ifMatch.matchAll(/"(\d+)(?:\.[^"]*)?"/g)].map(([, number]) =>
    Number(number),
  );
  if (!versions.includes(version)) {
    throw new ProblemError(412, 'This was changed meanwhile: look at the newer version first.');
  }
}
