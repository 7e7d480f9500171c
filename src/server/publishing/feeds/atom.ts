import { html as xml } from 'ghtml';
import { withoutForbidden } from '../xml-text.ts';
import type { FeedEntry, JobFeed } from './job-feed.ts';

export const ATOM = 'application/atom+xml; charset=utf-8';

// In the templates below, `!${…}` inserts raw XML. All other values are escaped with character references that HTML and
// XML share. https://github.com/gurgunday/ghtml

/** Writes a paged Atom document: https://www.rfc-editor.org/rfc/rfc4287, https://www.rfc-editor.org/rfc/rfc5005#section-3 */
export function writeAtom({ site, title, note, page, entries, updated, addresses }: JobFeed) {
  const { self, first, next } = addresses.atom;
  return withoutForbidden(xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${first}</id>
<title>${title}</title>
!${note ? xml`<subtitle>${note}</subtitle>\n` : ''}<updated>${updated}</updated>
<author><name>${site.name}</name><uri>${site.origin}</uri></author>
<icon>${site.origin}${site.look.icons[0]?.href}</icon>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="first" type="application/atom+xml" href="${first}"/>
!${next ? xml`<link rel="next" type="application/atom+xml" href="${next}"/>\n` : ''}<link rel="alternate" type="text/html" href="${page}"/>
<link rel="alternate" type="application/feed+json" href="${addresses.json.first}"/>
!${entries.map(writeEntry)}</feed>
`);
}

function writeEntry(entry: FeedEntry): string {
  return xml`<entry>
<id>${entry.id}</id>
<title>${entry.title}</title>
<link rel="alternate" type="text/html" href="${entry.url}"/>
<author><name>${entry.company.name}</name><uri>${entry.company.url}</uri></author>
<category term="${entry.type}"/>
<published>${entry.published}</published>
<updated>${entry.updated}</updated>
<summary>${entry.summary}</summary>
<content type="html">${entry.html}</content>
</entry>
`;
}
