import type { Workplace } from '#shared/domain/workplaces.ts';
import { sentencesOf } from '../eligibility/sentences.ts';
import { OFFICE_WORDS } from './office-words.data.ts';

/** The words of a meaning in all languages, as alternatives of a regular expression; see `office-words.yaml`. */
function wordsOf(meaning: keyof typeof OFFICE_WORDS): string {
  const words = Object.values(OFFICE_WORDS[meaning]).flat();
  // The longest words come first, because the first alternative that matches counts.
  return [...new Set(words)]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/\*$/, '\\p{L}*').replaceAll(' ', '[- ]'))
    .join('|');
}

const pattern = (source: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'iu');

const NUMBER = `(?:[1-5]|${wordsOf('numbers')})`;
/** Matches "3 days", "2-3 days per week", "3+ days", "two to three days a week" and "3x per week". */
const DAYS = `(?<least>${NUMBER})\\+?(?: ?(?:[-–—/+]|to|or|bis|oder|ou|à|a|o|of) ?(?<most>${NUMBER}))?[- ]?(?:full )?(?:${wordsOf('days')})(?:[- /]{1,2}(?:${wordsOf('perWeek')}|week|woche|semaine|semana))?`;
const WEEKLY = `${DAYS.replace(/\?$/, '')}`;
const GAP = '[^.;!?]{0,60}?';

const OFFICE_DAYS = [
  pattern(`${DAYS}${GAP}(?:${wordsOf('office')})`),
  pattern(`(?:${wordsOf('office')})${GAP}${WEEKLY}`),
  // Matches "Location: Loom Street (3-4 days per week)" and "work in Leeds 1-2 days a week".
  pattern(`(?:location:|(?:work|be|working) (?:in|from)) ${GAP}${WEEKLY}`),
];
const HOME_DAYS = [
  pattern(`${DAYS}${GAP.replace('60', '12')}(?:${wordsOf('home')})`),
  pattern(`(?:${wordsOf('home')})${GAP.replace('60', '25')}${WEEKLY}`),
];
/** Matches "Monday to Friday" and "Tuesdays, Wednesdays and Thursdays". */
const DAY = `(?:${wordsOf('weekdays')})`;
const BETWEEN = ` ?(?:[-–—/&+,]|,? ?(?:${wordsOf('joiners')})) ?`;
const NAMED_DAYS = `(?<first>${DAY})(?:${BETWEEN}${DAY}){0,3}${BETWEEN}(?<last>${DAY})`;
const WEEKDAY = pattern(DAY);
const OFFICE_WEEKDAYS = [
  pattern(`${NAMED_DAYS}${GAP.replace('60', '30')}(?:${wordsOf('office')})(?! hours)`),
  pattern(`(?:${wordsOf('office')})(?! (?:hours|is open))${GAP.replace('60', '30')}${NAMED_DAYS}`),
];
/** Matches "60% in office" and "at least half of your time in our Leeds office". */
const OFFICE_SHARE = pattern(
  `(?<share>\\d{1,3}) ?%\\+? (?:of (?:the|your|their|our|working) (?:working )?(?:time|week|hours) )?(?:(?:is |spent |must be )?(?:in|at|from) (?:(?:the|our|an?) )?(?:\\p{L}+ )?)?(?:${wordsOf('office')})`,
);
const PRESENCE = pattern(
  String.raw`requires? (?:\w+ )?(?:presence|working|relocation|you to work) (?:in|from|at|to) (?:our|the) [^.;!?]{0,50}?(?:offices?|locations?)(?:${GAP}${WEEKLY})?`,
);
const HYBRID_ROLE = pattern(wordsOf('hybridRole'));
const ON_SITE_ROLE = pattern(wordsOf('onSiteRole'));
const EXCUSE = pattern(wordsOf('excuses'));

/**
 * Match what every demand contains, in a text in lower case: a number of days, or the words of a role. Most sentences do
 * not match, so they need not be read further.
 */
const SOME_DAYS = new RegExp(
  `(?:[1-5]|${wordsOf('numbers')})\\+?[- ]?(?:[^ ]{1,4} ?[1-5]?[- ]?)?(?:full )?(?:${wordsOf('days')})`,
  'u',
);
const SOME_ROLE = new RegExp(
  `requires?|location:|%|\\b(?:${wordsOf('weekdays')})\\b|${wordsOf('hybridRole')}|${wordsOf('onSiteRole')}`,
  'u',
);

const MONDAY = /^(?:mon|lun)/iu;
const FRIDAY = /^(?:fr|ven|vie)/iu;

/** A smaller share of the time in an office is an occasional visit (percent). */
const MIN_SHARE = 20;

/** All working days of a week. */
const EVERY_DAY = /^(?:5|five|fünf|cinq|cinco|cinque|vijf|pięć)$/iu;

/**
 * Reads whether a description demands that people work in an office. A source may call a job remote whose text says
 * "3 days per week in our office" or "This is not a remote position". Wishes, offers and conditions do not count.
 * @returns undefined if the text demands no office
 */
export function readOfficeDemand(markdown: string): Exclude<Workplace, 'remote'> | undefined {
  let demanded: Exclude<Workplace, 'remote'> | undefined;
  const lines = markdown.split('\n').filter((line) => {
    const lower = line.toLowerCase();
    return SOME_DAYS.test(lower) || SOME_ROLE.test(lower);
  });
  for (const { text } of sentencesOf(lines.join('\n'))) {
    const found = demandOf(text);
    if (!found || EXCUSE.test(text)) continue;
    // Days at home make a job hybrid, whatever else the text says about the office.
    if (found === 'hybrid') return 'hybrid';
    demanded ??= found;
  }
  return demanded;
}

function demandOf(sentence: string): Exclude<Workplace, 'remote'> | undefined {
  for (const days of [...OFFICE_DAYS, PRESENCE]) {
    const { least, most } = days.exec(sentence)?.groups ?? {};
    if (least !== undefined) return EVERY_DAY.test(most ?? least) ? 'on-site' : 'hybrid';
  }
  for (const days of WEEKDAY.test(sentence) ? OFFICE_WEEKDAYS : []) {
    const { first, last } = days.exec(sentence)?.groups ?? {};
    if (first && last) return MONDAY.test(first) && FRIDAY.test(last) ? 'on-site' : 'hybrid';
  }
  const { share = 0 } = (sentence.includes('%') && OFFICE_SHARE.exec(sentence)?.groups) || {};
  if (Number(share) >= MIN_SHARE) return Number(share) < 100 ? 'hybrid' : 'on-site';
  if (HYBRID_ROLE.test(sentence) || HOME_DAYS.some((days) => days.test(sentence))) return 'hybrid';
  return ON_SITE_ROLE.test(sentence) || PRESENCE.test(sentence) ? 'on-site' : undefined;
}
