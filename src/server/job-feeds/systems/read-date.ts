import type { PlainDate } from '#shared/domain/plain-date.ts';
import { MONTHS, TERMS } from './terms.data.ts';

/** A date or a time, as a source writes it. */
type Written = string | number | null | undefined;

/** A moment, and the day on which it is where the source is. */
type Moment = { time: Date; day: PlainDate };

/**
 * Reads a date or a time, such as `2026-03-04`, `2026-03-04T05:06:07Z`, `04.03.2026`, `Wed, 04 Mar 2026 05:06:07 GMT`, or
 * the seconds or milliseconds since 1970. A time without a zone is in UTC, wherever this board runs. Returns undefined if
 * the text is not a date, or if it may mean two dates.
 * @param country the country of the job, as the feed states it, which decides what `05/11/2026` means
 */
export function readDate(written: Written, country?: string | null): Date | undefined {
  return readMoment(written, country)?.time;
}

/** Reads the day of a date or a time as `readDate` does. It is the day that the source has written, in its own zone. */
export function readDay(written: Written, country?: string | null): PlainDate | undefined {
  return readMoment(written, country)?.day;
}

function readMoment(written: Written, country: string | null | undefined): Moment | undefined {
  if (written === null || written === undefined) return undefined;
  const text = String(written).trim();
  if (text.length > MAX_LENGTH) return undefined;
  return momentOfNumber(text) ?? momentOfText(text, country ?? '');
}

/** The maximum length of a date (UTF-16 code units). */
const MAX_LENGTH = 100;

/** Reads the seconds or milliseconds since 1970. */
function momentOfNumber(text: string): Moment | undefined {
  const isSeconds = /^\d{9,10}(?:\.\d+)?$/.test(text);
  if (!isSeconds && !/^\d{12,13}(?:\.\d+)?$/.test(text)) return undefined;
  const time = new Date(Number(text) * (isSeconds ? 1_000 : 1));
  return { time, day: time.toISOString().slice(0, 10) };
}

/** Matches the name of a weekday, which says nothing more. */
const WEEKDAY = /^\p{L}{2,12}\.?,\s*|^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\s+/iu;

/** Matches a date in Chinese or Japanese. */
const EAST_ASIAN = /^(\d{4})年(\d\d?)月(\d\d?)日/;

const NUMBERS = /^(\d{1,4})([-/.])\s?(\d{1,2})\2\s?(\d{1,4})(?!\d)/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?=$|T\d)/;
const DAY_FIRST =
  /^(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?[\s-]*(?:de |of )?(\p{L}{3,12})\.?,?[\s-]*(?:del? )?(\d{4})(?!\d)/iu;
const MONTH_FIRST = /^(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/iu;

/** Matches a time and a zone after a date. The groups are hours, minutes, seconds, their fraction, AM or PM, and the zone. */
const TIME =
  /^(?:T|,?\s+(?:(?:at|um|à|kl\.?)\s+)?)(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?m\.?|\s*uhr)?\s*(.{0,60})$/i;

function momentOfText(text: string, country: string): Moment | undefined {
  const dated = text.replace(WEEKDAY, '').replace(EAST_ASIAN, '$1-$2-$3');
  const found = dateIn(dated, country);
  if (!found) return undefined;
  const { year, month, day, length } = found;
  const date = new Date(Date.UTC(year, month - 1, day));
  // JavaScript turns February 30 into a day of March.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const rest = dated.slice(length).trimEnd();
  const time = rest ? timeIn(rest) : 0;
  if (time === undefined) return undefined;
  return { time: new Date(date.getTime() + time), day: date.toISOString().slice(0, 10) };
}

type DateParts = { year: number; month: number; day: number; length: number };

/** Reads the date at the beginning of a text. */
function dateIn(text: string, country: string): DateParts | undefined {
  const compact = COMPACT.exec(text);
  if (compact) {
    const [{ length }, year, month, day] = compact;
    return { year: Number(year), month: Number(month), day: Number(day), length };
  }
  const numbers = NUMBERS.exec(text);
  if (numbers) return dateOfNumbers(numbers, country);
  const [dayFirst, monthFirst] = [DAY_FIRST.exec(text), MONTH_FIRST.exec(text)];
  const [match, name, day, year] = dayFirst
    ? [dayFirst[0], dayFirst[2], dayFirst[1], dayFirst[3]]
    : [monthFirst?.[0], monthFirst?.[1], monthFirst?.[2], monthFirst?.[3]];
  const month = MONTHS[name?.toLowerCase() ?? ''];
  if (match === undefined || month === undefined) return undefined;
  return { year: Number(year), month, day: Number(day), length: match.length };
}

function dateOfNumbers(match: RegExpExecArray, country: string): DateParts | undefined {
  const [{ length }, first = '', sign, second, last = ''] = match;
  const [one, middle, three] = [Number(first), Number(second), Number(last)];
  if (first.length === 4) {
    return last.length < 3 ? { year: one, month: middle, day: three, length } : undefined;
  }
  if (first.length > 2 || (last.length !== 4 && last.length !== 2)) return undefined;
  const year = last.length === 2 ? 2000 + three : three;
  const isDayFirst = sign === '.' || one === middle || isDayBeforeMonth(one, middle, country);
  if (isDayFirst === undefined) return undefined;
  const [day, month] = isDayFirst ? [one, middle] : [middle, one];
  return { year, month, day, length };
}

/** Whether the first number is the day; undefined if that is unknown. */
function isDayBeforeMonth(first: number, second: number, country: string): boolean | undefined {
  if (first > 12) return true;
  if (second > 12) return false;
  const code = codeOf(country);
  if (code === undefined || TERMS.dates.mixed.includes(code)) return undefined;
  return !TERMS.dates.monthFirst.includes(code);
}

/** Reads a time of day and its zone (ms from midnight in UTC); undefined if the text is something else. */
function timeIn(text: string): number | undefined {
  const match = TIME.exec(text);
  if (!match) {
    const offset = offsetOf(text.trim());
    return offset === undefined ? undefined : -offset;
  }
  const [, hours, minutes, seconds = '0', fraction = '0', half, zone = ''] = match;
  const isMidnight = Number(hours) === 24 && Number(minutes) === 0;
  const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours);
  if ((hour > 23 && !isMidnight) || Number(minutes) > 59 || Number(seconds) > 60) return undefined;
  const offset = offsetOf(zone.trim());
  if (offset === undefined) return undefined;
  const milliseconds = Math.floor(Number(`0.${fraction}`) * 1_000);
  return ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + milliseconds - offset;
}

const HOUR = 3_600_000;

/** Matches a zone: an offset such as `+01:00`, or a name such as `CET`, or both. Other names may follow in brackets. */
const ZONE =
  /^(?:Z|(?:(?:UTC?|GMT)\s?)?([+-])(\d\d?)(?::?([0-5]\d))?|([A-Z]{2,5}))?(?:\s*[([].{0,50}[)\]])?$/i;

/** The offset of a zone from UTC (ms). A text that is no zone has none. */
function offsetOf(zone: string): number | undefined {
  const match = ZONE.exec(zone);
  if (!match) return undefined;
  const [, sign, hours, minutes = '0', name] = match;
  if (name) {
    const offset = TERMS.dates.zones[name.toUpperCase()];
    return offset === undefined ? undefined : offset * HOUR;
  }
  if (!sign) return 0;
  const offset = (Number(hours) + Number(minutes) / 60) * HOUR;
  return sign === '-' ? -offset : offset;
}

let codes: Map<string, string> | undefined;

/** The ISO 3166-1 code of a country that a feed states as a code or by its English name. */
function codeOf(country: string): string | undefined {
  const name = country.trim().toLowerCase().replace(/\./g, '').replace(/^the /, '');
  if (/^[a-z]{2}$/.test(name)) return name === 'uk' ? 'GB' : name.toUpperCase();
  codes ??= namedCountries();
  return codes.get(name);
}

function namedCountries(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const all = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map([
    ...all.flatMap((code): [string, string][] => {
      const name = names.of(code);
      return name ? [[name.toLowerCase(), code]] : [];
    }),
    ['usa', 'US'],
    ['united states of america', 'US'],
    ['england', 'GB'],
  ]);
}
