import type { CategoryCorrections } from '#shared/contract/categories.ts';

/**
 * The value of the form for corrections of a job's categories: each slug with a sign, such as `+boats -cars`. A category that
 * it does not have follows from the title and the skills, or stays as it was corrected before.
 */
export const choiceOf = ({ added, removed }: CategoryCorrections): string =>
  [...added.map((slug) => `+${slug}`), ...removed.map((slug) => `-${slug}`)].sort().join(' ');

/** Reads the corrections from the value of the form. */
export function correctionsOf(choice: string): CategoryCorrections {
  const signed = choice.split(' ');
  const slugsWith = (sign: string) =>
    signed.filter((text) => text.startsWith(sign)).map((text) => text.slice(1));
  return { added: slugsWith('+'), removed: slugsWith('-') };
}

/** Whether the job is in the category: as chosen, or else as stored. */
export function isIn(choice: string, slug: string, stored: readonly string[] = []): boolean {
  const { added, removed } = correctionsOf(choice);
  return added.includes(slug) || (stored.includes(slug) && !removed.includes(slug));
}

/** The value of the form after the job is put into the category, or taken out. What is stored anyway needs no correction. */
export function choose(
  choice: string,
  {
    slug,
    belongs,
    stored = [],
  }: { slug: string; belongs: boolean; stored?: readonly string[] | undefined },
): string {
  const { added, removed } = correctionsOf(choice);
  const others = {
    added: added.filter((other) => other !== slug),
    removed: removed.filter((other) => other !== slug),
  };
  if (belongs !== stored.includes(slug)) others[belongs ? 'added' : 'removed'].push(slug);
  return choiceOf(others);
}

/** Describes corrections to people, such as "+ Boats, − Cars". Categories that no longer exist are left out. */
export function describeCorrections(
  { added, removed }: CategoryCorrections,
  categories: readonly { slug: string; name: string }[] = [],
): string {
  return categories
    .flatMap(({ slug, name }) => {
      if (added.includes(slug)) return [`+ ${name}`];
      return removed.includes(slug) ? [`− ${name}`] : [];
    })
    .join(', ');
}
