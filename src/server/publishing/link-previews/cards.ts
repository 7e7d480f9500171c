import { drawableText } from '#server/content/drawable-text.ts';
import type { StyledSite } from '#server/platform/live-site.ts';
import { parseUrl } from '#server/platform/parse-url.ts';
import { EMPLOYMENT_TYPE_BLOCKS } from '#shared/brand/employment-types.ts';
import { fallbackLogo } from '#shared/brand/fallback-logo.ts';
import { WELCOME_PATTERN } from '#shared/brand/welcome-pattern.ts';
import { formatMoney } from '#shared/format/pay.ts';
import type { PreviewCard } from './preview-card.ts';
import type { CompanyToPreview, JobToPreview } from './queries.ts';

export function jobCard({ company, ...job }: JobToPreview, board: StyledSite): PreviewCard {
  const block = { ...EMPLOYMENT_TYPE_BLOCKS[job.type], column: 0, row: 0 };
  const place = drawableText(job.location);
  const pay = formatMoney(job);
  return {
    heading: drawableText(job.title),
    byline: drawableText(company.name),
    paragraph: '',
    facts: [
      { text: job.type, block },
      ...(pay ? [{ text: pay }] : []),
      ...(place ? [{ text: place, shortened: true }] : []),
    ],
    mark: fallbackLogo(company.id),
    pattern: [],
    site: site(board),
  };
}

export function companyCard(company: CompanyToPreview, board: StyledSite): PreviewCard {
  return {
    heading: drawableText(company.name),
    byline: drawableText(hostOf(company.website)),
    paragraph: drawableText(company.summary_truncated ? `${company.summary}…` : company.summary),
    facts: [],
    mark: fallbackLogo(company.id),
    pattern: [],
    site: site(board),
  };
}

export function boardCard(siteName: string, publicUrl: string): PreviewCard {
  return {
    heading: drawableText(siteName),
    byline: '',
    paragraph: drawableText(hostOf(publicUrl)),
    facts: [],
    mark: [],
    pattern: WELCOME_PATTERN,
    site: undefined,
  };
}

function site({ name, look }: StyledSite): PreviewCard['site'] {
  return { name: drawableText(name), sign: look.sign };
}

/** The host name of a URL without `www.`; empty if the URL is invalid. */
function hostOf(address: string): string {
  return parseUrl(address)?.host.replace(/^www\./, '') ?? '';
}
