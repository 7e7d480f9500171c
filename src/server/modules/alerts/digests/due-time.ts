import type { AlertFrequency } from '#shared/domain/alerts.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The hour of the day at which daily and weekly mails are due, in the time zone of the person. */
const DUE_HOUR = 8;

type Schedule = {
  frequency: AlertFrequency;
  /** The id of the address. Mails are due at different times within the hour, so that they are spread over it. */
  addressId: string;
  /** An IANA time zone. */
  timeZone: string;
  /** The day of the week on which weekly mails are due is that of this time. */
  confirmedAt: Date;
};

/**
 * Returns when the next mail of an alert is due; null if this depends on when it has a new job (`immediate`), or if it gets
 * no mails.
 */
export function nextDue(
  { frequency, addressId, timeZone, confirmedAt }: Schedule,
  now: Date,
): Date | null {
  if (frequency !== 'daily' && frequency !== 'weekly') return null;
  const here = localTime(now.getTime(), timeZone);
  let due = Math.floor(here / DAY) * DAY + DUE_HOUR * HOUR + spreadOf(addressId);
  if (frequency === 'weekly') {
    due += ((weekday(localTime(confirmedAt.getTime(), timeZone)) - weekday(here) + 7) % 7) * DAY;
  }
  if (due <= here) due += frequency === 'weekly' ? 7 * DAY : DAY;
  return new Date(momentOf(due, timeZone));
}

/** A delay within an hour (ms), which is always the same for an address. The end of a UUID is random. */
function spreadOf(id: string): number {
  return Math.floor((Number.parseInt(id.slice(-4), 16) / 0x1_0000) * HOUR);
}

const weekday = (local: number) => new Date(local).getUTCDay();

/** Formatters by time zone, because creating one takes as long as formatting many times. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** The date and time in a time zone, as the time (ms) at which UTC has the same date and time. */
function localTime(moment: number, timeZone: string): number {
  const parts = formatterOf(timeZone).formatToParts(moment);
  const [year, month, day, hour, minute, second] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((type) => Number(parts.find((part) => part.type === type)?.value));
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second) + (moment % 1_000);
}

/** The moment at which a time zone has this date and time. In the hour that summer time skips, it is an hour later. */
function momentOf(local: number, timeZone: string): number {
  const first = local - (localTime(local, timeZone) - local);
  return first - (localTime(first, timeZone) - local);
}
