import { z } from 'zod';
import { readYaml, uniqueTexts } from '#server/platform/data-file.ts';

/** The words of one meaning, by language (ISO 639-1). */
const words = z.record(z.string().regex(/^[a-z]{2}$/), uniqueTexts);

/** Words in the texts of locations. The file describes each meaning. */
export const LOCATION_WORDS = readYaml(
  new URL('location-words.yaml', import.meta.url),
  z.strictObject({
    remote: words,
    hybrid: words,
    onSite: words,
    office: words,
    preferred: words,
    alternatives: words,
    must: words,
    manner: words,
    aroundBefore: words,
    aroundAfter: words,
    abbreviations: z.record(z.string(), z.string()),
  }),
).data;
