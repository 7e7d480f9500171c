import type { MakeRouteMatchUnion } from '@tanstack/react-router';
import { ADMIN_TITLES, findAdminPage } from '#shared/domain/admin-pages.ts';
import { DEFAULT_DESCRIPTION } from '#shared/domain/board-settings.ts';
import { formatSearch } from '#shared/format/search.ts';
import { companyPreviewVersion, jobPreviewVersion } from '#shared/previews.ts';
import type { Site } from '#shared/render-page.ts';
import { previews } from '#shared/urls/outside-paths.ts';
import { type JobSearch, MULTIPLE_PARAMETERS, pages } from '#shared/urls/paths.ts';
import { describeJob, plainText } from './meta-description.ts';
import type { PageHead } from './page-head.ts';

type Match = MakeRouteMatchUnion;
/** A route match with its loader data. */
type Loaded<Id extends Match['routeId']> = {
  [Name in 'params' | 'search']: Extract<Match, { routeId: Id }>[Name];
} & { data: NonNullable<Extract<Match, { routeId: Id }>['loaderData']>; site: Site };

type DescribePage = {
  [Id in Exclude<Match['routeId'], '__root__' | '/_job-list'>]: (loaded: Loaded<Id>) => PageHead;
};

const NOT_FOUND: PageHead = { title: 'Not Found' };

/** The heads of pages by route. A page without a canonical path is `noindex`. */
const PAGES: DescribePage = {
  '/': ({ site }) => ({
    title: site.texts?.tagline,
    description: site.texts?.description ?? DEFAULT_DESCRIPTION,
    canonical: pages.home(),
  }),
  '/_job-list/jobs/': ({ search: { cursor, ...search }, data, site }) => {
    const { results, total, correction } = data;
    const canonical = canonicalSearch(search);
    // A cursor is valid only for one search, in one order.
    const isCanonical = Object.keys(canonical).length === Object.keys(search).length;
    const isIndexed = results.length > 0 && !correction?.applied;
    const title = formatSearch(
      search,
      search.company && results[0]?.company.name,
      site.categories?.find(({ slug }) => slug === search.category)?.name,
    );
    return {
      title,
      description: `${title}${total ? ` (${total.toLocaleString('en')})` : ''}: browse, filter and search them, or follow them by feed.`,
      ...(isIndexed && {
        canonical: pages.jobs({ ...canonical, ...(isCanonical && { cursor }) }),
      }),
      feed: search,
    };
  },
  '/jobs/$id': ({ data: { open, closed } }) => {
    const job = open ?? closed?.job;
    if (!job) return closed ? { title: 'Job closed' } : NOT_FOUND;
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
  '/companies/': ({ search: { q, cursor, ...search }, data }) => ({
    title: 'Companies',
    description: 'The companies that post their jobs here',
    // A cursor is valid only in one order.
    ...(data.results.length > 0 &&
      !q &&
      !(cursor && 'sort' in search) && {
        canonical: pages.companies({ cursor }),
      }),
  }),
  '/companies/$id': ({ data: { company } }) => ({
    title: company.name,
    description: plainText(company.description) || `${company.name} and its open jobs`,
    canonical: pages.company(company.id),
    image: previews.company(company.id, companyPreviewVersion(company)),
    feed: { company: company.id },
  }),
  '/categories/$slug': ({ data: { category } }) => ({
    title: category.name,
    description: category.description || `${category.name}: all open jobs`,
    canonical: pages.category(category.slug),
    feed: { category: category.slug },
  }),
  '/saved': () => ({ title: 'Saved' }),
  '/$page': ({ data, params: { page } }) => ({
    title: data.heading,
    ...(page !== 'account-deleted' && { canonical: `/${page}` }),
  }),
  '/employers/': ({ search }) => ({
    title:
      'renew' in search
        ? 'Renew or close jobs'
        : 'sources' in search
          ? 'Imported jobs'
          : 'For employers',
  }),
  '/developers': () => ({
    title: 'For developers',
    description: 'The API, the feeds and the embedded lists of this board',
    canonical: pages.developers(),
  }),
  '/employers/invitation': () => ({ title: 'Invitation' }),
  '/account': () => ({ title: 'My Account' }),
  '/jobs/add': () => ({ title: 'Add Job' }),
  '/jobs/edit/$id': () => ({ title: 'Edit Job' }),
  '/dashboard': () => ({ title: 'Dashboard' }),
  '/admin/$': ({ params }) => {
    const page = findAdminPage(params._splat ?? '');
    return page === undefined ? NOT_FOUND : { title: ADMIN_TITLES[page] };
  },
  '/companies/add': () => ({ title: 'Add Company' }),
  '/companies/edit/$id': () => ({ title: 'Edit Company' }),
  '/$': () => NOT_FOUND,
};

/** Describes the head of the page. The deepest route match decides. The head is empty if a route failed to load. */
export function describePage(matches: readonly Match[], site: Site): PageHead {
  if (matches.some(({ status }) => status === 'error')) return {};
  const last = matches.at(-1);
  if (!last || matches.some(({ status }) => status === 'notFound')) return NOT_FOUND;
  const describe = PAGES[last.routeId as keyof DescribePage] as
    | ((loaded: object) => PageHead)
    | undefined;
  return describe?.({ ...last, data: last.loaderData ?? {}, site }) ?? NOT_FOUND;
}

/**
 * The canonical search: with sorted values, with all parts of its result, without its order, and without `posted`, whose
 * results change every day.
 */
function canonicalSearch(search: JobSearch): JobSearch {
  const { sort: _, posted: __, part: ___, mentions: ____, ...canonical } = search;
  const lists = MULTIPLE_PARAMETERS.flatMap((name) => {
    const values = search[name];
    return Array.isArray(values) ? [[name, [...values].sort()]] : [];
  });
  return { ...canonical, ...Object.fromEntries(lists) };
}
