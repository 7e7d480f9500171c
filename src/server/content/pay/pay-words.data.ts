import { z } from 'zod';
import { readYaml, uniqueTexts } from '#server/platform/data-file.ts';

const lines = z.array(uniqueTexts).transform((lists) => [...new Set(lists.flat())]);
const unit = z.strictObject({ nouns: uniqueTexts, words: lines });
const currencies = z.record(z.string(), z.string());
const amount = z.string().regex(/^\d+$/).transform(Number);

const payWords = z.strictObject({
  pay: lines,
  per: uniqueTexts,
  units: z.strictObject({ year: unit, month: unit, week: unit, day: unit, hour: unit }),
  otherPeriods: lines,
  worked: lines,
  between: lines,
  and: lines,
  to: lines,
  from: lines,
  upTo: lines,
  fromBehind: lines,
  upToBehind: lines,
  floors: lines,
  ceilings: lines,
  unclear: lines,
  otherMoney: lines,
  scales: z.record(z.string(), uniqueTexts),
  symbols: z.record(z.string(), uniqueTexts),
  codes: uniqueTexts,
  shared: z.record(z.string(), currencies),
  ownDollar: uniqueTexts,
  yearlyFrom: z.record(z.string(), amount),
  low: uniqueTexts,
  countries: z.record(z.string(), z.strictObject({ currency: z.string(), names: uniqueTexts })),
});

/** Words and symbols by which pay is read. The file describes each list. */
export const PAY_WORDS = readYaml(new URL('pay-words.yaml', import.meta.url), payWords).data;
