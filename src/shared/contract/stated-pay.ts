import { z } from 'zod';
import { CURRENCIES } from '#shared/domain/currencies.ts';
import { MAX_PAY } from '#shared/limits.ts';
import { PAY_SOURCES, PAY_UNITS } from './job-responses.ts';

const AMOUNT = 'must be an amount, such as 50000';
const TOO_HIGH = `must be at most ${MAX_PAY.toLocaleString('en-US')}`;

/** One bound is enough. A client that knows no open ends sends 0 for a missing minimum. */
const ONE_BOUND = {
  anyOf: [
    {
      properties: { minimum: { type: 'number', exclusiveMinimum: 0 } },
      required: ['minimum'],
    },
    { properties: { maximum: { type: 'number' } }, required: ['maximum'] },
  ],
};

/**
 * The pay that an employer states; null if there is none. A client may send back the pay in a response. If that pay was
 * read from the description, it does not count as stated.
 */
export const statedPay = z
  .object({
    minimum: z
      .number(AMOUNT)
      .min(0, 'must not be negative')
      .max(MAX_PAY, TOO_HIGH)
      .nullable()
      .default(null)
      .describe('Null, absent or 0 if only the maximum is stated.'),
    maximum: z
      .number(AMOUNT)
      .positive('must be more than 0')
      .max(MAX_PAY, TOO_HIGH)
      .nullable()
      .default(null)
      .describe('Null or absent if only the minimum is stated.')
      .meta({ 'x-at-least': 'minimum' }),
    currency: z.enum(CURRENCIES, 'must be a currency, such as EUR').describe('ISO 4217'),
    unit: z.enum(PAY_UNITS, `must be one of ${PAY_UNITS.join(', ')}`),
    source: z
      .enum(PAY_SOURCES, `must be one of ${PAY_SOURCES.join(', ')}`)
      .optional()
      .describe('The source as in a response. Pay whose source is `description` counts as null.'),
  })
  .refine(({ minimum, maximum }) => maximum === null || (minimum ?? 0) <= maximum, {
    path: ['maximum'],
    message: 'must be at least the minimum',
  })
  .refine(({ minimum, maximum }) => minimum || maximum, {
    path: ['minimum'],
    message: 'must be more than 0 if there is no maximum',
  })
  .meta({
    id: 'StatedPay',
    description: 'The pay that the employer states: a minimum, a maximum, or both.',
    ...ONE_BOUND,
  })
  .nullable()
  .transform((sent) => {
    if (sent === null || sent.source === 'description') return null;
    const { source: _, ...pay } = sent;
    return { ...pay, minimum: pay.minimum || null };
  })
  .meta({ example: { minimum: 62_000, maximum: 68_000, currency: 'USD', unit: 'year' } });

export type StatedPay = NonNullable<z.output<typeof statedPay>>;
