import { html as xml } from 'ghtml';
import type { LiveSite } from '#server/platform/live-site.ts';
import type { Job } from '#shared/contract/job-responses.ts';
import { jobPreviewVersion, PREVIEW_SIZE } from '#shared/previews.ts';
import { previews } from '#shared/urls/outside-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { withoutForbidden } from '../xml-text.ts';

/** How long consumers may cache a response (s). */
const CACHE_AGE = 3_600;

type MaxSize = { maxwidth: number | undefined; maxheight: number | undefined };

/** An oEmbed response. https://oembed.com/#section2.3 */
export type Oembed = Record<string, string | number>;

export function describeAsLink(job: Job, site: LiveSite, maxSize: MaxSize): Oembed {
  const { maxwidth = PREVIEW_SIZE.width, maxheight = PREVIEW_SIZE.height } = maxSize;
  const fits = PREVIEW_SIZE.width <= maxwidth && PREVIEW_SIZE.height <= maxheight;
  return {
    type: 'link',
    version: '1.0',
    title: job.title,
    author_name: job.company.name,
    author_url: `${site.origin}${pages.company(job.company.id)}`,
    provider_name: site.name,
    provider_url: site.origin,
    cache_age: CACHE_AGE,
    // oEmbed requires that a thumbnail has a URL, a width and a height, and is not larger than requested.
    ...(fits && {
      thumbnail_url: `${site.origin}${previews.job(job.id, jobPreviewVersion(job))}`,
      thumbnail_width: PREVIEW_SIZE.width,
      thumbnail_height: PREVIEW_SIZE.height,
    }),
  };
}

export function writeOembedXml(values: Oembed): string {
  const elements = Object.entries(values).map(
    ([name, value]) => `<${name}>${xml`${value}`}</${name}>\n`,
  );
  return withoutForbidden(
    `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${elements.join('')}</oembed>\n`,
  );
}
