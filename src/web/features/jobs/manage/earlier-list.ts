import { pages } from '#shared/urls/paths.ts';

/** The paths of pages that list jobs. */
const LISTS = /^\/(jobs(\/(in|as)\/.+)?|companies\/[^/]+|saved|(dashboard|admin)(\/.+)?)$/;

/**
 * Finds the list of jobs from which a person came to a job, with its filters.
 * @returns the path with its query; undefined if they came from elsewhere, or if the browser does not tell
 */
export function findEarlierList(jobId: string): string | undefined {
  // Firefox before 147 and Safari before 26.2 do not have it. https://developer.mozilla.org/docs/Web/API/Navigation
  const { navigation } = window as Partial<Pick<Window, 'navigation'>>;
  if (!navigation?.currentEntry) return undefined;
  const ofJob: string[] = [pages.job(jobId), pages.editJob(jobId), pages.addJob()];
  const earlier = navigation
    .entries()
    .slice(0, navigation.currentEntry.index)
    .map(({ url }) => new URL(url ?? '', window.location.href))
    .findLast(({ pathname }) => !ofJob.includes(pathname));
  return earlier && LISTS.test(earlier.pathname) ? earlier.pathname + earlier.search : undefined;
}
