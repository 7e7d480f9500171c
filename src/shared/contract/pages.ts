import { z } from 'zod';
import { DEFAULT_POSITION, PAGE_PLACES, type PageContent } from '#shared/domain/pages.ts';
import { RESERVED_SLUGS } from '#shared/domain/reserved-slugs.ts';
import {
  MAX_PAGE_POSITION,
  MAX_PAGES,
  PAGE_SLUG_LENGTH,
  PAGE_TEXT_LENGTH,
  SITE_NAME_LENGTH,
} from '#shared/limits.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { jsonSchemas } from './json-schema.ts';
import { count, idParamsOf, singleLine, text } from './parameters.ts';

/** The maximum size of a body with a text, whose characters may take up to six bytes each in JSON. */
const BODY_BYTES = 768 * 1024;

const EXAMPLE_HTML = '<p>Ada Lovelace, 1 Loom Street, London</p>\n';

const textPage = z
  .object({
    heading: z.string().meta({ example: 'Imprint' }),
    html: z
      .string()
      .describe('Safe HTML; empty if the operator has no text for the page.')
      .meta({ example: EXAMPLE_HTML }),
  })
  .meta({ id: 'TextPage', description: 'A page with a text of the operator.' });

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The name of a further page in its URL, which must not be a path of the board. */
export const pageSlug = z
  .string('must be text')
  .trim()
  .min(1, { error: 'must not be empty', abort: true })
  .max(PAGE_SLUG_LENGTH, { error: `must be at most ${PAGE_SLUG_LENGTH} characters`, abort: true })
  .regex(SLUG, {
    error: 'must have only lower-case letters, digits and single hyphens, such as code-of-ethics',
    abort: true,
  })
  .refine((slug) => !RESERVED_SLUGS.includes(slug), {
    error: ({ input }) =>
      `must not be ${String(input)}, which is an address that the board uses itself; choose another`,
  })
  .register(jsonSchemas, {
    json: {
      type: 'string',
      minLength: 1,
      maxLength: PAGE_SLUG_LENGTH,
      pattern: SLUG.source,
      not: { enum: [...RESERVED_SLUGS] },
    },
  })
  .meta({ example: 'ethics' });

const POSITION = `must be a whole number from 1 to ${MAX_PAGE_POSITION}`;

const contentFields = {
  title: singleLine(SITE_NAME_LENGTH)
    .describe('The heading of the page, and the text of its link.')
    .meta({ example: 'Imprint' }),
  text: text(PAGE_TEXT_LENGTH)
    .describe(
      'Markdown without HTML. Links begin with `https://`, `http://` or `mailto:`. A page with an empty text is not in the sitemap.',
    )
    .meta({ example: 'Ada Lovelace, 1 Loom Street, London' }),
  place: z
    .enum(PAGE_PLACES, `must be one of ${PAGE_PLACES.join(', ')}`)
    .describe('Where the page is linked: in the navigation bar, in the footer, or nowhere.')
    .meta({ example: 'footer' }),
  position: z
    .int(POSITION)
    .min(1, POSITION)
    .max(MAX_PAGE_POSITION, POSITION)
    .describe('Pages with a lower position are linked first.')
    .meta({ example: DEFAULT_POSITION }),
} satisfies { [Name in keyof PageContent]: z.ZodType<PageContent[Name]> };

/** What a site admin writes about a page that exists. */
export const pageContent = z.object(contentFields).meta({ id: 'PageContent' });

/** A further page, as a request and the file of the settings have it. */
export const newPage = z.object({ slug: pageSlug, ...contentFields }).meta({ id: 'NewPage' });

const slug = z.string().describe('The name of the page in its URL.').meta({ example: 'imprint' });

const linkedPage = z
  .object({
    slug,
    title: contentFields.title,
    place: contentFields.place,
    position: contentFields.position,
    specified: z
      .boolean()
      .describe('Whether the board always has this page, so that it cannot be deleted.')
      .meta({ example: true }),
    empty: z.boolean().describe('Whether the page has no text.'),
    version: count.describe(
      'The revision, which `If-Match` names; 0 if nobody has changed the page.',
    ),
    updated: z.iso
      .datetime()
      .nullable()
      .describe('When the page was last changed; null if nobody has changed it.')
      .meta({ example: '2026-11-25T08:30:00.000Z' }),
    file: z
      .string()
      .nullable()
      .describe(
        'The file in `PAGES_DIR` that has the text. What is saved takes effect once the file is removed. Null if there is none.',
      )
      .meta({ example: null }),
  })
  .meta({ id: 'LinkedPage', description: 'A page with a text of the operator, and its link.' });

export type LinkedPage = z.infer<typeof linkedPage>;

const pageVersion = z
  .object({
    id: count.describe('The id of the event in the audit trail.').meta({ example: 42 }),
    at: z.iso.datetime().meta({ example: '2026-11-25T08:30:00.000Z' }),
    by: z
      .string()
      .describe('Who wrote it: the name of a person or a program; empty if unknown.')
      .meta({ example: 'Ada Lovelace' }),
  })
  .meta({ id: 'PageVersion', description: 'An earlier version of a page.' });

export type PageVersion = z.infer<typeof pageVersion>;

const managedPage = linkedPage
  .extend({
    text: z.string().describe('Markdown.').meta({ example: 'Ada Lovelace, 1 Loom Street, London' }),
    draft: z
      .string()
      .nullable()
      .describe(
        'A text to begin with, which is true of this software; null if there is none for the page.',
      )
      .meta({ example: null }),
    versions: z.array(pageVersion).describe('The earlier versions, the latest first.'),
  })
  .meta({ id: 'ManagedPage', description: 'A page as a site admin edits it.' });

export type ManagedPage = z.infer<typeof managedPage>;

const shownVersion = pageVersion
  .extend({ ...contentFields, slug, html: textPage.shape.html })
  .meta({ id: 'ShownPageVersion', description: 'An earlier version of a page, with its text.' });

export type ShownPageVersion = z.infer<typeof shownVersion>;

const deletedPage = z
  .object({
    event: count
      .describe('The event in the audit trail, with which the deletion is undone.')
      .meta({ example: 42 }),
  })
  .meta({ id: 'DeletedPage' });

export const pageEndpoints = {
  'GET /api/pages/:id': {
    operationId: 'getPage',
    summary:
      'Returns a page: `about`, `privacy`, `contact-us`, `imprint`, `account-deleted`, or one that a site admin has added',
    access: 'public',
    params: idParamsOf('imprint'),
    // After a change of any page, all cached responses are outdated.
    dependsOn: [],
    response: textPage,
    errors: [404],
  },
  'GET /api/admin/pages': {
    operationId: 'listPages',
    summary: 'Lists the pages with texts of the operator in the order of their links',
    access: ['siteadmin'],
    response: z
      .object({ results: z.array(linkedPage), most: count.meta({ example: MAX_PAGES }) })
      .meta({ id: 'PageList' }),
    errors: [401, 403],
  },
  'POST /api/admin/pages': {
    operationId: 'addPage',
    summary: `Adds a page, which is at \`/\` and its slug at once. A board has at most ${MAX_PAGES} further pages.`,
    access: ['siteadmin'],
    body: newPage,
    bodyBytes: BODY_BYTES,
    success: 201,
    etag: 'returned',
    response: managedPage,
    errors: [400, 401, 403, 409],
    example: { response: { slug: 'ethics', specified: false } },
  },
  'POST /api/admin/pages/preview': {
    operationId: 'previewPage',
    summary: 'Renders a text as its page shows it',
    access: ['siteadmin'],
    body: z.object({ text: contentFields.text }).meta({ id: 'PageText' }),
    bodyBytes: BODY_BYTES,
    response: z.object({ html: textPage.shape.html }).meta({ id: 'RenderedPageText' }),
    errors: [400, 401, 403],
  },
  'GET /api/admin/pages/:id': {
    operationId: 'readPage',
    summary: 'Reads a page with its Markdown and a list of its earlier versions',
    access: ['siteadmin'],
    params: idParamsOf('imprint'),
    etag: 'returned',
    response: managedPage,
    errors: [401, 403, 404],
  },
  'PUT /api/admin/pages/:id': {
    operationId: 'updatePage',
    summary: 'Changes a page. Every server shows the change within a second',
    access: ['siteadmin'],
    params: idParamsOf('imprint'),
    body: pageContent,
    bodyBytes: BODY_BYTES,
    etag: 'checked',
    response: managedPage,
    errors: [400, 401, 403, 404, 412],
  },
  'DELETE /api/admin/pages/:id': {
    operationId: 'deletePage',
    summary: 'Deletes a page. A page that the board always has gets its default text again',
    access: ['siteadmin'],
    params: idParamsOf('imprint'),
    etag: 'checked',
    response: deletedPage,
    errors: [401, 403, 404, 412],
  },
  'GET /api/admin/page-versions/:id': {
    operationId: 'readPageVersion',
    summary: 'Returns an earlier version of a page. The id is that of an event in the audit trail',
    access: ['siteadmin'],
    params: idParamsOf('42'),
    response: shownVersion,
    errors: [401, 403, 404],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
