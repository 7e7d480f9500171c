import { z } from 'zod';
import { readYaml, uniqueTexts } from '#server/platform/data-file.ts';

const titleWords = z.strictObject({
  levels: z.strictObject({ sameRole: z.array(uniqueTexts), otherRole: z.array(uniqueTexts) }),
  managedFields: uniqueTexts,
  leaders: uniqueTexts,
  qualifiers: uniqueTexts,
  connectives: uniqueTexts,
  generalNouns: uniqueTexts,
  wideRoles: uniqueTexts,
  compoundHeads: uniqueTexts,
});

/** Words of job titles by what they say about the role. The file describes each list. */
export const TITLE_WORDS = readYaml(
  new URL('lists/title-words.yaml', import.meta.url),
  titleWords,
).data;
