import { z } from 'zod';
import {
  CATEGORY_DESCRIPTION_LENGTH,
  CATEGORY_NAME_LENGTH,
  CATEGORY_SLUG_LENGTH,
  CATEGORY_TERM_LENGTH,
  MAX_CATEGORIES,
  MAX_CATEGORY_TERMS,
} from '#shared/limits.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import {
  count,
  idParamsOf,
  optionalLine,
  queryText,
  queryTexts,
  singleLine,
  text,
} from './parameters.ts';

const EXAMPLE_SLUG = 'boatbuilding';

const SLUG_PATTERN = '^[a-z0-9]+(-[a-z0-9]+)*$';
const SLUG = 'must consist of lower-case letters, digits and single hyphens, such as boat-building';

const categorySlug = text(CATEGORY_SLUG_LENGTH, { pattern: SLUG_PATTERN, minLength: 1 })
  .regex(new RegExp(SLUG_PATTERN), SLUG)
  .describe('The name in URLs.')
  .meta({ example: EXAMPLE_SLUG });

const name = singleLine(CATEGORY_NAME_LENGTH).meta({ example: 'Boatbuilding' });

const description = optionalLine(CATEGORY_DESCRIPTION_LENGTH)
  .describe('What the page of the category says below its heading; empty if it says nothing.')
  .meta({ example: 'Jobs for people who build and repair boats' });

const TERMS = `must be at most ${MAX_CATEGORY_TERMS} texts`;

const terms = () => z.array(singleLine(CATEGORY_TERM_LENGTH)).max(MAX_CATEGORY_TERMS, TERMS);

/** A category as site admins define it: in the API, and in files. */
export const categoryDefinition = z
  .object({
    slug: categorySlug,
    name,
    description: description.default(''),
    words: terms()
      .default([])
      .describe(
        'A job belongs to the category if its title has one of these words, in any form that the search knows. Of a phrase, the title must have all words.',
      )
      .meta({ example: ['boatbuilder', 'shipwright'] }),
    skills: terms()
      .default([])
      .describe(
        'A job belongs to the category if its texts name one of these skills, as with the filter `skill`.',
      )
      .meta({ example: ['Welding'] }),
  })
  .meta({
    id: 'CategoryDefinition',
    description: 'A category. A person may put a job into it, or take one out, whatever its words.',
  });

export type CategoryDefinition = z.output<typeof categoryDefinition>;

/** All categories of a board, in order. */
export const categoryDefinitions = z
  .array(categoryDefinition)
  .max(MAX_CATEGORIES, `must be at most ${MAX_CATEGORIES} categories`)
  .refine((all) => new Set(all.map(({ slug }) => slug)).size === all.length, {
    error: 'must have a different slug each',
  });

const jobs = count.describe('The number of its open jobs.').meta({ example: 12 });

const category = z
  .object({
    slug: z.string().describe('The name in URLs.').meta({ example: EXAMPLE_SLUG }),
    name: z.string().meta({ example: 'Boatbuilding' }),
    description: z
      .string()
      .describe('One line; empty if there is none.')
      .meta({ example: 'Jobs for people who build and repair boats' }),
  })
  .meta({ id: 'Category', description: 'A shelf on which the board presents jobs.' });

export type Category = z.infer<typeof category>;

const administeredCategory = category
  .extend({
    jobs,
    words: z.array(z.string()).meta({ example: ['boatbuilder', 'shipwright'] }),
    skills: z.array(z.string()).meta({ example: ['Welding'] }),
    version: z.int().positive().describe('The revision, which `If-Match` names.'),
  })
  .meta({ id: 'AdministeredCategory' });

export type AdministeredCategory = z.infer<typeof administeredCategory>;

export const categoryEndpoints = {
  'GET /api/categories': {
    operationId: 'listCategories',
    summary: 'Lists the categories of the board, in the operator’s order',
    access: 'public',
    dependsOn: ['jobs'],
    response: z.object({ results: z.array(category).max(MAX_CATEGORIES) }),
    errors: [],
  },
  'GET /api/admin/categories': {
    operationId: 'listCategoryDefinitions',
    summary: 'Lists the categories with their words and skills',
    access: ['siteadmin'],
    response: z.object({ results: z.array(administeredCategory) }),
    errors: [401, 403],
  },
  'GET /api/admin/categories/count': {
    operationId: 'countCategory',
    summary: 'Counts the open jobs that a category would have with these words and skills',
    access: ['siteadmin'],
    query: z.object({
      words: queryTexts(MAX_CATEGORY_TERMS).describe('The words or phrases in titles.'),
      skills: queryTexts(MAX_CATEGORY_TERMS).describe('The skills.'),
      slug: queryText()
        .describe('The slug of a stored category, whose corrections by hand count as well.')
        .meta({ example: EXAMPLE_SLUG }),
    }),
    response: z.object({ jobs }).meta({ id: 'CategoryCount' }),
    errors: [400, 401, 403],
  },
  'POST /api/admin/categories': {
    operationId: 'addCategory',
    invalidates: ['jobs'],
    summary: 'Adds a category at the end of the list',
    access: ['siteadmin'],
    body: categoryDefinition,
    success: 201,
    etag: 'returned',
    response: administeredCategory,
    errors: [400, 401, 403, 409],
  },
  'PUT /api/admin/categories/:id': {
    operationId: 'changeCategory',
    invalidates: ['jobs'],
    summary:
      'Changes a category. With another slug, it keeps the corrections of its jobs, and its former address no longer works',
    access: ['siteadmin'],
    params: idParamsOf(EXAMPLE_SLUG),
    body: categoryDefinition
      .extend({
        position: z
          .int()
          .min(0)
          .max(MAX_CATEGORIES - 1)
          .optional()
          .describe('The place in the list, from 0. If absent, it stays the same.')
          .meta({ example: 0 }),
      })
      .meta({ id: 'EditedCategory' }),
    etag: 'checked',
    response: administeredCategory,
    errors: [400, 401, 403, 404, 409, 412],
  },
  'DELETE /api/admin/categories/:id': {
    operationId: 'deleteCategory',
    invalidates: ['jobs'],
    summary: 'Deletes a category. Its jobs stay. The audit trail can undo it',
    access: ['siteadmin'],
    params: idParamsOf(EXAMPLE_SLUG),
    etag: 'checked',
    response: z
      .object({
        event: z
          .string()
          .describe('The id of the event in the audit trail that undoes the deletion.')
          .meta({ example: '4711' }),
      })
      .meta({ id: 'DeletedCategory' }),
    errors: [401, 403, 404, 412],
  },
} as const satisfies Record<EndpointKey, Endpoint>;

const correctedSlugs = (use: string) =>
  z
    .array(text(CATEGORY_SLUG_LENGTH))
    .max(MAX_CATEGORIES, `must be at most ${MAX_CATEGORIES} categories`)
    .default([])
    .describe(`The slugs of categories ${use}.`);

/** What a request corrects of the categories of a job. Of a category that is not named, it says nothing. */
export const categoryCorrections = z
  .object({
    added: correctedSlugs('into which the job is put').meta({ example: [EXAMPLE_SLUG] }),
    removed: correctedSlugs('out of which it is taken, unless `added` has them').meta({
      example: [],
    }),
  })
  .meta({
    id: 'CategoryCorrections',
    description:
      'Corrections by hand of the categories of a job. Its other categories follow from its title and its skills. Slugs of no category are ignored.',
  });

export type CategoryCorrections = z.output<typeof categoryCorrections>;
