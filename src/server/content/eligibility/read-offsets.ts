/** The time zones in which people may work, as hours before or after UTC. */
export type OffsetWindow = { minimum: number; maximum: number };

/**
 * The offsets of time zones that postings name (hours from UTC). Zones with daylight saving time have the offset of
 * their standard time.
 */
const ZONES: Record<string, number> = {
  utc: 0,
  gmt: 0,
  wet: 0,
  cet: 1,
  cest: 2,
  'central european time': 1,
  eet: 2,
  'eastern european time': 2,
  et: -5,
  est: -5,
  edt: -4,
  eastern: -5,
  'eastern time': -5,
  ct: -6,
  cst: -6,
  cdt: -5,
  'central time': -6,
  mt: -7,
  mst: -7,
  mdt: -6,
  'mountain time': -7,
  pt: -8,
  pst: -8,
  pdt: -7,
  pacific: -8,
  'pacific time': -8,
};

const MIN_OFFSET = -12;
const MAX_OFFSET = 14;

/**
 * Matches what every statement about time zones contains. Most sentences do not match, so they need not be read
 * further.
 */
const KEYWORDS = /±|\+ ?[-/−–]|plus or minus|\bwithin\b|\b(?:utc|gmt)/i;

const names = Object.keys(ZONES)
  .sort((a, b) => b.length - a.length)
  .join('|');

/** Matches "CET", "the Eastern time zone" and "UTC+2". */
const ZONE = String.raw`(?:the )?\b(?<zone>${names})\b(?<shift> ?[+−–-] ?\d{1,2}(?!\d))?`;
const AROUND = String.raw`(?:±|\+ ?\/ ?[-−–]|\+[-−–]|plus or minus)\s?`;
const HOURS = String.raw`(?<hours>\d{1,2})(?!\d)(?: ?-?(?:h|hrs?|hours?)\b)`;

const WINDOWS = [
  // Matches "UTC-5 to UTC+1" and "between GMT and GMT+3".
  /\b(?:utc|gmt)(?<from> ?[+−–-] ?\d{1,2}|(?= (?:to|and) ))(?: ?(?:to|and|through|until|\.\.|[–—/-]) ?)(?:utc|gmt)?(?<to> ?[+−–-] ?\d{1,2}|(?<=utc|gmt))(?![\d:])/iu,
  // Matches "±3 hours of CET".
  new RegExp(
    String.raw`${AROUND}${HOURS}(?: (?:time )?(?:difference|deviation))?(?: ?(?:of|from|with|around|to|,))? ?\(?${ZONE}`,
    'iu',
  ),
  // Matches "CET ±2h" and "CET (+/- 2 hours)".
  new RegExp(String.raw`${ZONE}(?: time ?zones?)?[ ,]{0,2}\(?${AROUND}${HOURS}`, 'iu'),
  // Matches "within 3 hours of Eastern Time".
  new RegExp(
    String.raw`\bwithin ${HOURS}(?: (?:time )?(?:difference|deviation))? (?:of|from|with) ${ZONE}`,
    'iu',
  ),
];

/** Matches a wish, which is not a requirement, as in "ideally within CET ±2h". */
const WISH = /\b(?:ideal\w*|prefer\w*)/i;

/** Matches "GMT+5 or later". */
const OPEN_WINDOW =
  /\b(?:utc|gmt) ?(?<bound>[+−–-] ?\d{1,2})(?![\d:]) (?:or|and) (?<side>later|higher|above|east|earlier|lower|below|west)\b/iu;

/** Reads the time zones in a sentence such as "within UTC−5 to UTC+1" or "±3 hours of CET". */
export function readOffsets(sentence: string): OffsetWindow | undefined {
  if (!KEYWORDS.test(sentence) || WISH.test(sentence)) return undefined;
  for (const window of WINDOWS) {
    const { from, to, zone, shift, hours } = window.exec(sentence)?.groups ?? {};
    if (from !== undefined && to !== undefined) return valid(toHours(from), toHours(to));
    if (zone === undefined || hours === undefined) continue;
    const middle = (ZONES[zone.toLowerCase()] ?? Number.NaN) + toHours(shift ?? '');
    return valid(middle - Number(hours), middle + Number(hours));
  }
  const { bound, side } = OPEN_WINDOW.exec(sentence)?.groups ?? {};
  if (bound === undefined || side === undefined) return undefined;
  return /later|higher|above|east/i.test(side)
    ? valid(toHours(bound), MAX_OFFSET)
    : valid(MIN_OFFSET, toHours(bound));
}

const toHours = (text: string) => Number(text.replace(/ /gu, '').replace(/[−–]/u, '-'));

function valid(minimum: number, maximum: number): OffsetWindow | undefined {
  const isValid = minimum >= MIN_OFFSET && maximum <= MAX_OFFSET && minimum < maximum;
  return isValid ? { minimum, maximum } : undefined;
}
