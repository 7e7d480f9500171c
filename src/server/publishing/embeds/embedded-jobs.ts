import { html } from 'ghtml';
import { ownSheet } from '#server/http/pages/plain-page.ts';
import type { StyledSite } from '#server/platform/live-site.ts';
import type { RequestedJobs } from '#server/publishing/requested-jobs.ts';
import type { JobListItem } from '#shared/contract/job-responses.ts';
import type { EmbedTheme } from '#shared/domain/embeds.ts';
import { formatCount } from '#shared/format/count.ts';
import { formatDay } from '#shared/format/day.ts';
import { pageTitle } from '#shared/format/page-title.ts';
import { formatMoney } from '#shared/format/pay.ts';
import { formatSearch } from '#shared/format/search.ts';
import { pages } from '#shared/urls/paths.ts';

// In the templates below, `!${…}` inserts raw HTML. All other values are escaped. https://github.com/gurgunday/ghtml

/** Renders the list as a page for frames on other sites. By default, it is light or dark like the visitor's system. */
export function embeddedJobs(
  { search, companyName, categoryName, results, total, correction }: RequestedJobs,
  site: StyledSite,
  theme: EmbedTheme | undefined,
): string {
  const title = formatSearch(search, companyName, categoryName);
  return html`<!doctype html>
<html lang="en"!${theme ? html` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
<meta name="robots" content="noindex">
<title>${pageTitle(site.name, title)}</title>
<base target="_blank">
!${['/static/embed.css', ...ownSheet(site)].map((href) => html`<link rel="stylesheet" href="${href}">`)}
</head>
<body>
<header>
<h1 dir="auto">${title}</h1>
!${total ? html`<p class="muted">${formatCount(total)}</p>` : ''}
</header>
<main>
!${correction?.applied ? html`<p class="muted">Showing results for <bdi>“${correction.q}”</bdi> instead of <bdi>“${search.q}”</bdi>.</p>` : ''}
!${results.length > 0 ? html`<ul>!${results.map((job) => listed(job, site.origin))}</ul>` : '<p class="empty">No matching jobs</p>'}
</main>
<footer>
<a href="${site.origin}${pages.jobs(search)}" rel="noopener">All jobs at <bdi>${site.name}</bdi></a>
</footer>
</body>
</html>
`;
}

function listed(job: JobListItem, origin: string): string {
  const pay = formatMoney(job);
  return html`
<li>
<h2 dir="auto"><a href="${origin}${pages.job(job.id)}" rel="noopener">${job.title}</a></h2>
<p class="muted"><bdi>${job.company.name}</bdi>!${job.location ? html` · <bdi>${job.location}</bdi>` : ''}</p>
<p class="facts"><b>${job.type}</b>!${pay ? html`<span>${pay}</span>` : ''}<time datetime="${job.date}">${formatDay(job.date)}</time></p>
</li>`;
}
