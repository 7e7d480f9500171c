import { z } from 'zod';
import { EMPLOYMENTS } from '#shared/domain/employments.ts';
import { LEVELS } from '#shared/domain/levels.ts';
import { WORKPLACES } from '#shared/domain/workplaces.ts';

export const place = z
  .object({
    id: z
      .string()
      .describe(
        'The id of the place in the gazetteer: a country (`DE`, ISO 3166-1), a region (`DE.02`), a city (its GeoNames id) or a group of countries or regions (`EMEA`); empty if the place is unknown.',
      )
      .meta({ example: '2267057' }),
    locality: z
      .string()
      .describe('The name of the city; empty for a country, a region or a group.')
      .meta({ example: 'Lisbon' }),
    region: z
      .string()
      .describe('The name of the region in English; empty if unknown.')
      .meta({ example: 'Lisbon' }),
    country: z
      .string()
      .describe('ISO 3166-1 alpha-2; empty for a group that spans several countries.')
      .meta({ example: 'PT' }),
    latitude: z.number().nullable().meta({ example: 38.7251 }),
    longitude: z.number().nullable().meta({ example: -9.1498 }),
  })
  .meta({ id: 'Place', description: 'A place of a job.' });

export type Place = z.infer<typeof place>;

export const workplace = z
  .enum(WORKPLACES)
  .nullable()
  .describe('Where people work; null if it is unknown.')
  .meta({ example: 'on-site' });

export const employment = z
  .enum(EMPLOYMENTS)
  .nullable()
  .describe('How much and how long people work; null if it is unknown.')
  .meta({ example: 'full-time' });

export const level = z
  .enum(LEVELS)
  .nullable()
  .describe('The level of seniority that the title names; null if it names none.')
  .meta({ example: null });

export const eligibility = z
  .object({
    worldwide: z.boolean(),
    countries: z.array(z.string()).describe('ISO 3166-1 alpha-2.'),
    regions: z
      .array(z.string())
      .describe('Regions such as `US.CA` in countries that are not listed.'),
    offset: z
      .object({ minimum: z.number(), maximum: z.number() })
      .optional()
      .describe('The time zones in which people may work, in hours from UTC.'),
  })
  .meta({ id: 'Eligibility', description: 'Where people may do a remote job from.' });

/** The parts of a job that can name skills, the most important first. */
export const SKILL_PARTS = ['title', 'requirements', 'description'] as const;

export type SkillPart = (typeof SKILL_PARTS)[number];

export const skill = z
  .object({
    name: z.string().describe('The usual spelling of the skill.').meta({ example: 'English' }),
    part: z
      .enum(SKILL_PARTS)
      .describe('The most important part of the job that names the skill.')
      .meta({ example: 'requirements' }),
  })
  .meta({ id: 'Skill', description: 'A skill that the texts of a job name.' });

export type Skill = z.infer<typeof skill>;

/**
 * The fields that are derived from other fields unless the employer states them. The field `pay` is not listed, because
 * its `source` says where it comes from.
 */
export const STATED_FACTS = ['salary', 'workplace', 'employment'] as const;

export type StatedFact = (typeof STATED_FACTS)[number];
