import { html } from 'ghtml';
import { htmlDocument, type PageLook } from '#server/http/pages/plain-page.ts';
import type { Category } from '#shared/contract/categories.ts';
import type { JobListItem } from '#shared/contract/job-responses.ts';
import { formatCount } from '#shared/format/count.ts';
import { formatDay } from '#shared/format/day.ts';
import { formatMoney } from '#shared/format/pay.ts';
import { categoryPage } from '#shared/urls/outside-paths.ts';
import { feeds, newAlertPage, pages } from '#shared/urls/paths.ts';

// In the templates below, `!${…}` inserts raw HTML. All other values are escaped. https://github.com/gurgunday/ghtml

/** Renders the page of a category: its description and its newest jobs. It needs no script. */
export function renderCategory(look: PageLook, category: Category, jobs: JobListItem[]): string {
  const { slug, name, description } = category;
  const { site } = look;
  const count = formatCount(category.jobs);
  const search = { category: slug };
  const summary = description || `${name}: ${count} at ${site.name}`;
  return htmlDocument(look, name, {
    head: html`<meta name="description" content="${summary}">
<link rel="canonical" href="${site.origin}${categoryPage(slug)}">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${summary}">
<link rel="alternate" type="application/atom+xml" title="${name}" href="${feeds.jobsAtom(search)}">`,
    body: html`
<header class="page-width flex flex-wrap gap-x-8 gap-y-2 py-4">
<a class="link inline-flex min-h-11 items-center font-semibold" href="${pages.home()}"><bdi>${site.name}</bdi></a>
<a class="link inline-flex min-h-11 items-center" href="${pages.jobs()}">Browse Jobs</a>
</header>
<main class="page-width page-space">
<h1 dir="auto" class="page-title">${name}</h1>
!${description ? html`<p dir="auto" class="mt-3 max-w-160">${description}</p>` : ''}
<p class="mt-3 text-muted">${count}</p>
!${jobs.length > 0 ? html`<ul class="mt-8">!${jobs.map(listed)}</ul>` : ''}
<p class="mt-8 flex flex-wrap gap-x-8 gap-y-2">
<a class="link inline-flex min-h-11 items-center" href="${pages.jobs(search)}">!${jobs.length > 0 ? html`Filter and sort ${count}` : 'Browse Jobs'}</a>
<a class="link inline-flex min-h-11 items-center" href="${newAlertPage(search)}">Email me new jobs like this</a>
</p>
</main>`,
  });
}

function listed(job: JobListItem): string {
  const pay = formatMoney(job);
  return html`
<li class="border-b border-line py-4 wrap-anywhere">
<h2 dir="auto" class="font-semibold"><a class="link" href="${pages.job(job.id)}">${job.title}</a></h2>
<p><bdi>${job.company.name}</bdi>!${job.location ? html` · <bdi>${job.location}</bdi>` : ''}</p>
<p class="text-muted text-small">${job.type}!${pay ? html` · ${pay}` : ''} · <time datetime="${job.date}">${formatDay(job.date)}</time></p>
</li>`;
}
