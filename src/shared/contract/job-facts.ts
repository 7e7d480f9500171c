import { z } from 'zod';
import { EMPLOYMENTS } from '#shared/domain/employments.ts';
import { WORKPLACES } from '#shared/domain/workplaces.ts';

export const place = z
  .object({
    id: z
      .string()
      .describe(
        'The place in the gazetteer: a country (`DE`, ISO 3166-1), a region (`DE.02`), a city (its GeoNames id) or a group of them (`EMEA`); empty if it is unknown.',
      ),
    locality: z.string().describe('The city; empty for a country, a region or a group.'),
    region: z.string().describe('The region in English; empty if unknown.'),
    country: z.string().describe('ISO 3166-1 alpha-2; empty for a group of several countries.'),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
  })
  .meta({ id: 'Place', description: 'A place of a job.' });

export type Place = z.infer<typeof place>;

export const workplace = z
  .enum(WORKPLACES)
  .nullable()
  .describe('Where people work; null if it is unknown.');

export const employment = z
  .enum(EMPLOYMENTS)
  .nullable()
  .describe('How much and how long people work; null if it is unknown.');

export const eligibility = z
  .object({
    worldwide: z.boolean(),
    countries: z.array(z.string()).describe('ISO 3166-1 alpha-2.'),
    regions: z.array(z.string()).describe('Regions of other countries, such as `US.CA`.'),
    offset: z
      .object({ minimum: z.number(), maximum: z.number() })
      .optional()
      .describe('The time zones from which people may work: hours from UTC.'),
  })
  .meta({ id: 'Eligibility', description: 'From where people may do a remote job.' });

/** The parts of a job that name skills, the most important first. */
export const SKILL_PARTS = ['title', 'requirements', 'description'] as const;

export type SkillPart = (typeof SKILL_PARTS)[number];

export const skill = z
  .object({
    name: z.string().describe('Its usual spelling.'),
    part: z.enum(SKILL_PARTS).describe('The most important part of the job that names it.'),
  })
  .meta({ id: 'Skill', description: 'A skill that the texts of a job name.' });

export type Skill = z.infer<typeof skill>;

/** Facts that are read from further fields unless they are stated. Pay has its own `source`. */
export const STATED_FACTS = ['salary', 'workplace', 'employment'] as const;

export type StatedFact = (typeof STATED_FACTS)[number];
