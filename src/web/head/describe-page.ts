import type { MakeRouteMatchUnion } from '@tanstack/react-router';
import { formatSearch } from '#shared/format/search.ts';
import { previews } from '#shared/outside-paths.ts';
import { type JobSearch, pages } from '#shared/paths.ts';
import { companyPreviewVersion, jobPreviewVersion } from '#shared/preview-version.ts';
import { describeJob } from './describe-job.ts';
import type { PageHead } from './page-head.ts';
import { textOf } from './text-of.ts';

type Match = MakeRouteMatchUnion;
/** What a route's page may be asked of: the match with what was loaded for it. */
type Loaded<Id extends Match['routeId']> = {
  [Name in 'params' | 'search']: Extract<Match, { routeId: Id }>[Name];
} & { data: NonNullable<Extract<Match, { routeId: Id }>['loaderData']> };

type Describe = {
  [Id in Exclude<Match['routeId'], '__root__' | '/_job-list'>]: (loaded: Loaded<Id>) => PageHead;
};

const NOT_FOUND: PageHead = { title: 'Not Found' };

/** Every route's page; those without a canonical path are not for search engines. */
const PAGES: Describe = {
  '/': () => ({
    description: 'Find the Composable job that fits your skills and needs',
    canonical: pages.home(),
  }),
  '/_job-list/jobs/': ({ search: { cursor, ...search }, data }) => {
    const { results, total, correction } = data;
    const lasting = withoutPassing(search);
    // Each list has cursors of its own.
    const isSame = Object.keys(lasting).length === Object.keys(search).length;
    const isFound = results.length > 0 && !correction?.applied;
    const words = formatSearch(search, search.company && results[0]?.company.name);
    return {
      title: words,
      description: `${words}${total ? ` (${total.toLocaleString('en')})` : ''}: browse, filter and search them, or follow them by feed.`,
      ...(isFound && { canonical: pages.jobs({ ...lasting, ...(isSame && { cursor }) }) }),
      feed: search,
    };
  },
  '/jobs/$id': ({ data: { open, closed } }) => {
    const job = open ?? closed?.job;
    if (!job) return { title: 'Job closed' };
    const title = `${job.title} at ${job.company.name}`;
    if (!open) return { title };
    return {
      title,
      description: describeJob(open),
      canonical: pages.job(open.id),
      image: previews.job(open.id, jobPreviewVersion(open)),
      posting: open,
    };
  },
  '/companies/': ({ search: { cursor }, data }) => ({
    title: 'Companies',
    description: 'The companies that post their jobs here',
    ...(data.results.length > 0 && { canonical: pages.companies({ cursor }) }),
  }),
  '/companies/$id': ({ data: { company } }) => ({
    title: company.name,
    description: textOf(company.description) || `${company.name} and its open jobs`,
    canonical: pages.company(company.id),
    image: previews.company(company.id, companyPreviewVersion(company)),
    feed: { company: company.id },
  }),
  '/about': () => ({ title: 'About', canonical: pages.about() }),
  '/privacy': () => ({ title: 'Privacy Policy', canonical: pages.privacy() }),
  '/contact-us': () => ({ title: 'Contact Us', canonical: pages.contactUs() }),
  '/account': () => ({ title: 'My Account' }),
  '/jobs/add': () => ({ title: 'Add Job' }),
  '/jobs/edit/$id': () => ({ title: 'Edit Job' }),
  '/jobs/closed': () => ({ title: 'Closed Jobs' }),
  '/companies/add': () => ({ title: 'Add Company' }),
  '/companies/edit/$id': () => ({ title: 'Edit Company' }),
  '/$': () => NOT_FOUND,
};

/** What the deepest of the routes that match says of the page; of one that failed, nothing is known. */
export function describePage(matches: readonly Match[]): PageHead {
  if (matches.some(({ status }) => status === 'error')) return {};
  const last = matches.at(-1);
  if (!last || matches.some(({ status }) => status === 'notFound')) return NOT_FOUND;
  const describe = PAGES[last.routeId as keyof Describe] as
    | ((loaded: object) => PageHead)
    | undefined;
  return describe?.({ ...last, data: last.loaderData ?? {} }) ?? NOT_FOUND;
}

/** What makes a search one of its own: not in which order it is listed, nor what is another one tomorrow. */
function withoutPassing({ sort: _, posted: __, ...search }: JobSearch): JobSearch {
  return search;
}
