import { z } from 'zod';
import { JOB_PARTS } from '#shared/domain/job-search.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';
import {
  MAX_ALTERNATIVE_JOBS,
  MAX_COMPANY_OPTIONS,
  MAX_COUNTED_SKILLS,
  MAX_EXACT_COUNT,
  MAX_EXACT_MENTIONS,
  MAX_GROUP_SIZE,
  MAX_JOBS_OF_SKILLS,
  MAX_LISTED_SKILLS,
  MAX_NEARBY_SEARCHES,
  MAX_OTHER_PLACES,
  MAX_SEARCH_SUGGESTIONS,
  MAX_WIDER_SEARCHES,
  SIMILAR_JOBS,
} from '#shared/limits.ts';
import { company, companyId, companyName } from './companies.ts';
import {
  eligibility,
  employment,
  level,
  place,
  STATED_FACTS,
  skill,
  workplace,
} from './job-facts.ts';
import { readTexts } from './job-fields.ts';
import { jsonSchemas } from './json-schema.ts';
import { count, id, next, offset, previous } from './parameters.ts';

const salary = z
  .enum(['', ...SALARY_RANGES.map((range) => range.value)])
  .meta({ example: '$60K - $70K' });

/** The periods of pay figures, such as a year. */
export const PAY_UNITS = ['year', 'month', 'week', 'day', 'hour'] as const;

export type PayUnit = (typeof PAY_UNITS)[number];

/** Where pay is stated: in its own fields, or in the description. */
export const PAY_SOURCES = ['field', 'description'] as const;

const pay = z
  .object({
    minimum: z
      .number()
      .nonnegative()
      .nullable()
      .describe('Null if only the maximum is stated.')
      .meta({ example: 62_000 }),
    maximum: z
      .number()
      .nonnegative()
      .nullable()
      .describe('Null if only the minimum is stated.')
      .meta({ example: 68_000 }),
    currency: z.string().describe('ISO 4217').meta({ example: 'USD' }),
    unit: z.enum(PAY_UNITS),
    source: z
      .enum(PAY_SOURCES)
      .describe('Whether the pay is stated in its own fields or was read from the description.'),
  })
  .meta({ id: 'Pay', description: 'The pay as the employer states it.' });

export type Pay = z.infer<typeof pay>;

const jobFields = z.object({
  id,
  title: readTexts.title,
  type: readTexts.type,
  location: readTexts.location,
  salary: salary.describe(
    'The salary range in US dollars per year. If pay is stated, the range that contains its middle or its only bound, otherwise the range that was chosen; empty if neither exists.',
  ),
  date: z.iso
    .datetime()
    .describe('When the job was posted.')
    .meta({ example: '2026-10-02T08:30:00.000Z' }),
});

const jobFacts = z.object({
  places: z
    .array(place)
    .describe('The places of the job that are in the gazetteer; empty if none is.'),
  workplace,
  employment,
  level,
  eligibility: eligibility
    .nullable()
    .describe(
      'Where people may do a remote job from; null if this is unknown or the job is not remote.',
    )
    .meta({ example: null }),
  pay: pay.nullable(),
});

const highlights = z.array(z.tuple([count, count])).meta({
  id: 'Highlights',
  description:
    'Ranges of a text that match the words of the search: start (inclusive) and end (exclusive), in UTF-16 code units.',
});

export type Highlights = z.infer<typeof highlights>;

const excerpt = z
  .object({
    text: z.string().meta({ example: '…you keep the looms of forty weavers running…' }),
    matches: highlights,
  })
  .meta({ id: 'Excerpt', description: 'The words around the first match in a description.' });

export type Excerpt = z.infer<typeof excerpt>;

const jobHighlights = z.object({
  title: highlights,
  company: highlights,
  location: highlights,
  description: highlights,
});

const jobListItem = jobFields
  .extend(jobFacts.shape)
  .extend({
    description: z
      .string()
      .describe('Markdown or safe HTML. With `description=summary`, the start of the plain text.')
      .meta({ example: 'The work You keep forty looms running, and find out why one stops.' }),
    truncated: z.boolean().describe('Whether `description` is shortened.'),
    updated: z.iso
      .datetime()
      .optional()
      .describe('When the job was last changed; absent with `description=summary`.'),
    companyid: companyId,
    company: companyName,
    skills: z
      .array(z.string())
      .describe(`The most important skills that the texts name, at most ${MAX_LISTED_SKILLS}.`)
      .meta({ example: ['English'] }),
    also: z
      .object({
        total: count.describe('The number of other postings.'),
        places: count.describe('The number of other locations.'),
        results: z
          .array(z.object({ id, location: z.string() }))
          .describe(
            `The newest posting at each other location, sorted by location; at most ${MAX_OTHER_PLACES}.`,
          ),
      })
      .optional()
      .describe(
        `The other postings of this job that the search finds, at most ${MAX_GROUP_SIZE}; only returned with \`group=true\`, and absent if there are none.`,
      ),
    part: z
      .enum(JOB_PARTS)
      .optional()
      .describe(
        'The part of the result to which the job belongs. `place`: it matches the words strongly, at the place, or anywhere if the search names none. `remote`: it does, is elsewhere, and states that it is open to the place. `mention`: only its texts mention the words. Absent without words and place.',
      )
      .meta({ example: 'place' }),
    excerpt: excerpt
      .optional()
      .describe(
        'Only returned with `description=summary` for jobs that only mention the words; absent if they mention another spelling.',
      )
      .meta({ example: undefined }),
    highlights: jobHighlights
      .optional()
      .describe('The matches of a text search; only returned with `description=summary`.'),
  })
  .meta({ id: 'JobListItem', description: 'A job in a list.' });

export type JobListItem = z.infer<typeof jobListItem>;

/** A date such as `2026-11-30`, or empty. */
export const closingDate = z
  .string()
  .register(jsonSchemas, { json: { type: 'string', pattern: '^([12]\\d{3}-\\d{2}-\\d{2})?$' } })
  .describe(
    'The closing date: the last day on which the job is open, where it is; empty if the job has none.',
  )
  .meta({ example: '2099-11-30' });

export const closesat = z.iso
  .datetime()
  .nullable()
  .describe(
    'When the job closes: the end of its closing date in the time zone of its first place, or in that of the board if the place has several or none. Null if the job has no closing date, or is not published.',
  )
  .meta({ example: '2099-12-01T07:59:59.999Z' });

/** The jobs with the requested ids, whether open or closed. */
export const readJobList = z
  .object({
    results: z.array(
      z.object({
        job: jobListItem,
        closesat,
        closedat: z.iso
          .datetime()
          .nullable()
          .describe('When the job closed; null while it is open.')
          .meta({ example: null }),
      }),
    ),
  })
  .meta({
    id: 'ReadJobList',
    description: 'The jobs in the order of the ids. Deleted and unknown jobs are absent.',
  });

export type ReadJob = z.infer<typeof readJobList>['results'][number];

export const job = jobFields
  .extend(jobFacts.shape)
  .extend({
    ...readTexts,
    moreplaces: z
      .string()
      .describe('More locations, in addition to `location`; empty if there are none.'),
    opento: z
      .array(z.string())
      .describe('The names of the places in `eligibility`; empty if there are none.')
      .meta({ example: [] }),
    visa: z
      .boolean()
      .describe('Whether the description offers to sponsor a visa.')
      .meta({ example: false }),
    skills: z
      .array(skill)
      .describe('The skills that the texts of the job name, the most important first.'),
    stated: z
      .array(z.enum(STATED_FACTS))
      .describe(
        'Which of these facts the employer or the source states. The others are derived from other fields of the job.',
      )
      .meta({ example: ['salary', 'workplace'] }),
    validthrough: closingDate,
    closesat,
    categories: z
      .array(z.string())
      .optional()
      .describe(
        'The slugs of the categories to which the open job belongs. Absent if the board has no categories.',
      )
      .meta({ example: undefined }),
    checked: z.iso
      .date()
      .optional()
      .describe(
        'The day (UTC) on which the employer’s site was last seen to list the job; absent if no source is read on a schedule for it, or if the source no longer lists it.',
      )
      .meta({ example: undefined }),
    company,
  })
  .meta({ id: 'Job', description: 'A job with its company.' });

export type Job = z.infer<typeof job>;

export const createdJob = job
  .extend({
    state: z
      .literal('review')
      .optional()
      .describe(
        'Present if the job is not published yet, because a site admin reviews it first. Until then, it is among the unpublished jobs.',
      ),
  })
  .meta({ id: 'CreatedJob', description: 'A new job with its company.' });

export type CreatedJob = z.infer<typeof createdJob>;

export const updatedJob = job
  .extend({
    state: z
      .literal('review')
      .optional()
      .describe(
        'Present if a site admin reviews the edit first. The response is then the job as it was before.',
      ),
  })
  .meta({ id: 'UpdatedJob', description: 'An edited job with its company.' });

export const similarJobs = z
  .object({ results: z.array(jobListItem) })
  .meta({ id: 'SimilarJobs', description: `At most ${SIMILAR_JOBS} open jobs.` });

const closedat = z.iso.datetime().meta({ example: '2026-11-14T16:05:00.000Z' });

/** Why a job was closed. */
export const CLOSE_REASONS = ['day', 'admin', 'source'] as const;

export const closedJob = z
  .object({
    id,
    closedat,
    job: job
      .omit({ id: true, applyurl: true, applyemail: true, checked: true, categories: true })
      .nullable()
      .describe('The closed job; null if it was deleted.'),
    similar: z.array(jobListItem).describe('Similar open jobs, the most similar first.'),
  })
  .meta({ id: 'ClosedJob', description: 'A closed or deleted job.' });

export type ClosedJob = z.infer<typeof closedJob>;

const closedJobListItem = jobFields
  .extend({
    company: companyName,
    validthrough: closingDate,
    closedat,
    closedby: z
      .enum(CLOSE_REASONS)
      .describe(
        'What closed the job: its closing date (`day`), an admin, or its source, which no longer lists it.',
      )
      .meta({ example: 'admin' }),
  })
  .meta({ id: 'ClosedJobListItem', description: 'A closed job in a list.' });

export type ClosedJobListItem = z.infer<typeof closedJobListItem>;

export const closedJobList = z
  .object({ results: z.array(closedJobListItem), next })
  .meta({ id: 'ClosedJobList' });

export const postingIssue = z
  .object({
    property: z
      .string()
      .describe('The name of the property in schema.org’s JobPosting.')
      .meta({ example: 'validThrough' }),
    required: z
      .boolean()
      .describe(
        'Whether Google requires the property. Google does not list a job that lacks a required property.',
      ),
    advice: z
      .string()
      .describe('How to fix the issue.')
      .meta({ example: 'Set “Closes on”, if the closing date is known.' }),
  })
  .meta({ id: 'PostingIssue', description: 'A property that is missing for Google’s job search.' });

export type PostingIssue = z.infer<typeof postingIssue>;

export const postingIssueList = z
  .object({ results: z.array(postingIssue) })
  .meta({ id: 'PostingIssueList' });

const countedValue = z
  .object({ value: z.string().meta({ example: 'Full-Time' }), jobs: count.meta({ example: 2 }) })
  .meta({
    id: 'CountedValue',
    description: 'An option of a filter, and the number of jobs that match it.',
  });

const countedCompany = z
  .object({ id: companyId, name: z.string(), jobs: count.meta({ example: 3 }) })
  .meta({ id: 'CountedCompany', description: 'A company, and the number of its jobs.' });

export type CountedCompany = z.infer<typeof countedCompany>;

export const countedCompanyList = z
  .object({ results: z.array(countedCompany) })
  .meta({ id: 'CountedCompanyList' });

const countedPlace = z.object({ place: z.string(), jobs: count.meta({ example: 3 }) });

export const countedPlaceList = z
  .object({ results: z.array(countedPlace) })
  .meta({ id: 'CountedPlaceList' });

const placeLabels = z.array(z.string());

export const readLocation = z
  .object({
    places: placeLabels
      .describe('The known places that the location names. Without any, a search finds its words.')
      .meta({ example: ['Porto, Portugal', 'Lisbon, Portugal'] }),
    remote: z.boolean().describe('Whether the location says that people may work from home.'),
    suggestions: placeLabels
      .describe(
        'Places with a name that begins with the last part of the location, large ones first.',
      )
      .meta({ example: ['Lisbon, Portugal', 'Lisburn, United Kingdom'] }),
  })
  .meta({ id: 'ReadLocation' });

export const searchSuggestions = z
  .object({
    titles: z
      .array(
        z.object({
          title: z.string().meta({ example: 'Loom Engineer' }),
          jobs: count.meta({ example: 2 }),
        }),
      )
      .describe(
        'Titles of several jobs, without level and place. To search for one, send it as `q`.',
      ),
    skills: z
      .array(z.object({ skill: z.string().meta({ example: 'Load testing' }), jobs: count }))
      .describe('Skills that jobs mention. To search for one, send it as `q`.'),
    companies: z
      .array(countedCompany)
      .describe('Companies. To search for one, send its id as `company`.'),
    places: z.array(countedPlace).describe('Places. To search for one, send it as `location`.'),
  })
  .meta({
    id: 'SearchSuggestions',
    description: `At most ${MAX_SEARCH_SUGGESTIONS} suggestions, the best of each group first, each with its number of open jobs. These numbers may be an hour old for titles and skills. On large boards, they are estimates for skills.`,
  });

export type SearchSuggestions = z.infer<typeof searchSuggestions>;

const EXACTNESS = `exact up to ${MAX_EXACT_COUNT}. ${MAX_EXACT_COUNT + 1} means any larger number.`;

const more = z
  .literal(true)
  .optional()
  .describe('Present if `total` is a lower bound.')
  .meta({ example: undefined });

/** The parameters whose conditions can be removed from a search. */
export const CONDITIONS = [
  'q',
  'location',
  'remote',
  'workplace',
  'employment',
  'eligible',
  'level',
  'visa',
  'salary',
  'type',
  'company',
  'category',
  'minsalary',
  'posted',
] as const;

export type Condition = (typeof CONDITIONS)[number];

const searchChanges = z
  .partialRecord(z.enum([...CONDITIONS, 'orunknown', 'orremote', 'nosalary']), z.string())
  .meta({
    id: 'SearchChanges',
    description: 'The parameters to replace in the search. An empty one is removed.',
  });

const OF_FEW_MATCHES = `Only in \`GET /api/jobs/counts\`; absent if the search without this filter finds more than ${MAX_EXACT_COUNT} jobs.`;

export const jobCounts = z
  .object({
    total: count.meta({ example: 3 }),
    more,
    parts: z
      .array(z.object({ part: z.enum(JOB_PARTS), jobs: count.meta({ example: 2 }) }))
      .optional()
      .describe(
        `The number of jobs in each part that the result may have, whichever part and mentions it lists. ${MAX_EXACT_MENTIONS + 1} mentions mean any larger number. Absent without words and place.`,
      ),
    salary: z.array(countedValue).meta({ example: [{ value: '$60K - $70K', jobs: 2 }] }),
    type: z.array(countedValue),
    company: z
      .array(countedCompany)
      .optional()
      .describe(`Sorted by name; absent if there are more than ${MAX_COMPANY_OPTIONS} companies.`),
    posted: z.array(countedValue).optional().describe('Only in `GET /api/jobs/counts`.'),
    workplace: z.array(countedValue).optional().describe(OF_FEW_MATCHES),
    employment: z.array(countedValue).optional().describe(OF_FEW_MATCHES),
    level: z.array(countedValue).optional().describe(OF_FEW_MATCHES),
    visa: count
      .optional()
      .describe(`The number of matches that offer to sponsor a visa. ${OF_FEW_MATCHES}`),
    skill: z
      .array(countedValue)
      .optional()
      .describe(
        `The ${MAX_COUNTED_SKILLS} most frequent skills among the newest ${MAX_JOBS_OF_SKILLS} matches; only in \`GET /api/jobs/counts\`.`,
      ),
    category: z
      .array(countedValue)
      .optional()
      .describe(
        'By slug; absent if the board has no categories or the search finds more than can be counted. Only in `GET /api/jobs/counts`.',
      )
      .meta({ example: [{ value: 'boatbuilding', jobs: 2 }] }),
    wider: z
      .array(
        z.object({
          changes: searchChanges,
          jobs: count.describe('The number of jobs that the wider search finds in addition.'),
        }),
      )
      .optional()
      .describe(
        'Searches that also find jobs about which a fact is unknown or stated elsewhere: pay, countries, or the hours of remote jobs. Only in `GET /api/jobs/counts`.',
      ),
  })
  .meta({
    id: 'JobCounts',
    description: `The number of jobs that match the search, and the facet counts: for each option of a filter, the number of matches if it replaced the current option. Counts are ${EXACTNESS}`,
  });

export type JobCounts = z.infer<typeof jobCounts>;

export const correction = z
  .object({
    q: z.string().describe('The corrected search.'),
    applied: z
      .boolean()
      .describe(
        'Whether the list has the results of this corrected search. It has if the search as typed finds few jobs and the corrected one many.',
      ),
    instead: z.string().describe('The search as typed, with quotes that prevent the correction.'),
  })
  .meta({ id: 'Correction', description: 'A spelling correction of the search.' });

export type Correction = z.infer<typeof correction>;

/** The meanings that a part of a search can have besides its words. */
const MEANINGS = [
  'place',
  'workplace',
  'employment',
  'pay',
  'seniority',
  'visa',
  'without',
] as const;

export const understood = z
  .object({
    kind: z.enum(MEANINGS),
    text: z.string().describe('The part of the search, as typed.'),
    value: z
      .string()
      .describe(
        'The value to send as the parameter `location`, `workplace`, `employment`, `minsalary` or `level`; for other kinds, a name.',
      ),
    name: z.string().optional().describe('The usual name of the place; absent for other kinds.'),
    without: z.string().describe('The search without this part.'),
    plain: z.string().describe('The search with this part in quotes, so that it is only text.'),
  })
  .meta({
    id: 'Understood',
    description:
      'A part of the search that is interpreted as a filter instead of words. A `seniority` only changes the order: jobs of other levels come later.',
  });

export type Understood = z.infer<typeof understood>;

const namedCompany = companyName.extend({ jobs: count }).meta({
  id: 'NamedCompany',
  description: 'The company whose name is the search text, and the number of its open jobs.',
});

export type NamedCompany = z.infer<typeof namedCompany>;

export const jobList = z
  .object({
    results: z.array(jobListItem),
    total: count
      .optional()
      .describe(
        `The number of jobs on all pages, ${EXACTNESS} Absent if counting takes longer than searching. In that case, call \`GET /api/jobs/counts\`.`,
      )
      .meta({ example: 3 }),
    more,
    mentions: z
      .literal(true)
      .optional()
      .describe('Present if the result includes jobs that only mention the words.'),
    counts: jobCounts.optional(),
    correction: correction.optional(),
    understood: z
      .array(understood)
      .optional()
      .describe('How parts of `q` are interpreted; absent if no part is.'),
    company: namedCompany
      .optional()
      .describe(
        'The company that `q` names; only returned on the first page, and absent if `q` names none.',
      ),
    ratesdate: z.iso
      .date()
      .optional()
      .describe(
        'The date of the exchange rates with which pay in different currencies is compared; only returned with `minsalary`, `salary` or `sort=salary`.',
      ),
    offset,
    next,
    previous,
  })
  .meta({ id: 'JobList', description: 'A page of jobs.' });

export type JobList = z.infer<typeof jobList>;

export const searchAlternatives = z
  .object({
    conditions: z
      .array(
        z.object({
          removed: z.array(
            z.object({
              parameter: z.enum(CONDITIONS),
              text: z
                .string()
                .optional()
                .describe('The part of `q`, or the company’s name; absent for other parameters.'),
            }),
          ),
          changes: searchChanges,
          jobs: count,
        }),
      )
      .describe(
        'Broader searches that find jobs: each omits one condition. If no such search finds jobs, each omits two. The search with the most jobs comes first.',
      ),
    places: z
      .array(z.object({ place: z.string(), changes: searchChanges, jobs: count }))
      .describe('The same search in places near the searched city, the nearest first.'),
    correction: z
      .object({ changes: searchChanges, jobs: count })
      .optional()
      .describe('The search with corrected words; absent if no word is misspelled.'),
  })
  .meta({
    id: 'SearchAlternatives',
    description: `Similar searches that find jobs: at most ${MAX_WIDER_SEARCHES} that omit conditions and ${MAX_NEARBY_SEARCHES} in nearby places. Counts are exact up to ${MAX_ALTERNATIVE_JOBS}. ${MAX_ALTERNATIVE_JOBS + 1} means more than that.`,
  });

export type SearchAlternatives = z.infer<typeof searchAlternatives>;
