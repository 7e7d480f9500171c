import { z } from 'zod';
import { readYaml, uniqueTexts } from '#server/platform/data-file.ts';
import { EMPLOYMENTS } from '#shared/domain/employments.ts';

const terms = z.strictObject({
  denials: z.strictObject({ before: uniqueTexts, after: uniqueTexts }),
  employments: z.record(z.enum(EMPLOYMENTS), uniqueTexts),
  permanent: uniqueTexts,
  workplaces: z.strictObject({
    hybrid: uniqueTexts,
    remote: uniqueTexts,
    'on-site': uniqueTexts,
    partly: uniqueTexts,
    unsure: uniqueTexts,
    days: uniqueTexts,
    numbers: z.record(z.string(), z.coerce.number().int()),
    alone: uniqueTexts,
  }),
  periods: z.strictObject({
    hour: uniqueTexts,
    day: uniqueTexts,
    week: uniqueTexts,
    month: uniqueTexts,
    year: uniqueTexts,
  }),
  otherPeriods: uniqueTexts,
  dates: z.strictObject({
    monthFirst: uniqueTexts,
    mixed: uniqueTexts,
    languages: uniqueTexts,
    zones: z.record(z.string(), z.coerce.number().min(-12).max(14)),
  }),
});

/** Words of the terms of sources. The file describes each list. */
export const TERMS = readYaml(new URL('terms.yaml', import.meta.url), terms).data;

/** The numbers of the months (from 1) by their names and abbreviations in lower case, without dots. */
export const MONTHS: Readonly<Record<string, number>> = monthsOf(TERMS.dates.languages);

/** A name that means different months in two languages is left out. */
function monthsOf(languages: readonly string[]): Record<string, number> {
  const months = new Map<string, number>();
  for (const language of languages) {
    for (let month = 0; month < 12; month += 1) {
      for (const name of namesOf(language, month)) {
        const other = months.get(name) ?? month + 1;
        months.set(name, other === month + 1 ? other : 0);
      }
    }
  }
  return Object.fromEntries([...months].filter(([, month]) => month > 0));
}

/** A month has different forms alone and with a day, as in "listopad" and "5 listopada". */
function namesOf(language: string, month: number): string[] {
  const date = new Date(Date.UTC(2026, month, 5));
  const formats: Intl.DateTimeFormatOptions[] = [
    { month: 'long' },
    { month: 'short' },
    { month: 'long', day: 'numeric' },
    { month: 'short', day: 'numeric' },
  ];
  return formats.flatMap((format) =>
    new Intl.DateTimeFormat(language, { ...format, timeZone: 'UTC' })
      .formatToParts(date)
      .filter(({ type }) => type === 'month')
      .map(({ value }) => value.toLowerCase().replaceAll('.', ''))
      .filter((name) => /^\p{L}+$/u.test(name)),
  );
}
