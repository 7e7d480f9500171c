import { z } from 'zod';
import { readYaml, uniqueTexts } from '#server/platform/data-file.ts';

/** The words of one meaning, by language (ISO 639-1). */
const words = z.record(z.string().regex(/^[a-z]{2}$/), uniqueTexts);

/** Words that say how many days people work in an office. The file describes each meaning. */
export const OFFICE_WORDS = readYaml(
  new URL('office-words.yaml', import.meta.url),
  z.strictObject({
    numbers: words,
    days: words,
    perWeek: words,
    office: words,
    home: words,
    hybridRole: words,
    onSiteRole: words,
    excuses: words,
    weekdays: words,
    joiners: words,
  }),
).data;
