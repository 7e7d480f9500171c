import { z } from 'zod';
import { readYaml, uniqueTexts } from '#server/platform/data-file.ts';

/** The words of one meaning, by language (ISO 639-1). */
const words = z.record(z.string().regex(/^[a-z]{2}$/), uniqueTexts);

/** Words in the headings and sentences of job ads. The file describes each meaning. */
export const SECTION_WORDS = readYaml(
  new URL('lists/sections.yaml', import.meta.url),
  z.strictObject({
    required: words,
    optional: words,
    company: words,
    job: words,
    asking: words,
    process: words,
  }),
).data;
