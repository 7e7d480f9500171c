import { markdownFromHtml } from '#server/content/markdown/from-html.ts';
import { isLongerThan, toOneLine, withoutControls } from '#server/content/text.ts';
import { readOfficeDemand } from '#server/content/workplace/office-demand.ts';
import { parseUrl } from '#server/platform/parse-url.ts';
import { optionalEmailAddress } from '#shared/contract/parameters.ts';
import { type StatedPay, statedPay } from '#shared/contract/stated-pay.ts';
import type { Address } from '#shared/domain/address.ts';
import type { EmploymentType } from '#shared/domain/employment-types.ts';
import type { Employment } from '#shared/domain/employments.ts';
import { isPlainDate, type PlainDate } from '#shared/domain/plain-date.ts';
import { salaryRangeOf } from '#shared/domain/salary-bounds.ts';
import type { Salary } from '#shared/domain/salary-ranges.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';
import { countryName } from '#shared/format/country.ts';
import {
  DESCRIPTION_LENGTH,
  LOCATION_LENGTH,
  MORE_PLACES_LENGTH,
  URL_LENGTH,
} from '#shared/limits.ts';
import { NestedTooDeeplyError } from '#shared/markdown/html-tree.ts';
import type { Converted } from './system.ts';
import { titleText } from './title-text.ts';
import { isMarkup, unescapeMarkup, unescapeOnce } from './unescape-markup.ts';

type Text = string | null | undefined;

/** A place as a source states it: a text, separate fields, or both. */
export type StatedPlace = { text?: Text; locality?: Text; region?: Text; country?: Text };

/** A part of a description, with its heading if it has one. */
export type StatedSection = { heading?: Text } & (
  | { html: Text }
  | { text: Text }
  | { htmlOrText: Text }
  | { markdown: Text }
);

/** Pay as a source states it. It is used only if an employer could state the same pay on this board. */
export type PayFields = { minimum: unknown; maximum: unknown; currency: unknown; unit: unknown };

/** The facts that a source states about a job. */
export type StatedJob = {
  /** The id at the source. */
  id: string;
  title: string;
  employment: Employment | null;
  workplace: Workplace | null;
  /** Whether people work from home, if the source states this in addition to the workplace. */
  isRemote?: boolean | null | undefined;
  places: StatedPlace[];
  description: StatedSection[];
  pay: PayFields | undefined;
  /** The URLs at which people apply, the best first. */
  urls: Text[];
  /** The email address to which people apply. A `mailto` URL among `urls` states one, too. */
  email?: Text;
  /**
   * When the job was posted; undefined if the source does not state it. Such a job counts as posted when it is first
   * read.
   */
  date: Date | undefined;
  /** The last day on which the job is open, in the employer's time zone. */
  closes?: PlainDate | undefined;
};

/** The maximum length of a description's HTML (characters). Markup may be several times as long as its text. */
const HTML_LENGTH = 20 * DESCRIPTION_LENGTH;

/** The years in which a job can plausibly have been posted. A date in a different year counts as missing. */
const YEARS = { first: 1970, last: 2100 } as const;

/** The maximum number of places of a job. */
const MAX_PLACES = 100;

/** Builds a job of this board from the facts that a source states, or gives the reason why that is impossible. */
export function buildJob(stated: StatedJob): Converted {
  const title = titleText(stated.title);
  if (!title) return { reason: 'it has no title' };
  const now = new Date();
  const { date = now } = stated;
  const year = date.getUTCFullYear();
  if (!(year >= YEARS.first && year <= YEARS.last)) {
    return { reason: `its date is not between ${YEARS.first} and ${YEARS.last}` };
  }
  const description = joinSections(stated.description);
  if (typeof description !== 'string') return description;
  const places = stated.places.slice(0, MAX_PLACES).map(normalizePlace);
  const isRemote = isStatedRemote(stated, places[0]?.text ?? '');
  const demand = isRemote ? readOfficeDemand(description) : undefined;
  return {
    sourceId: stated.id,
    title,
    type: typeOf(stated.employment, isRemote && !demand),
    employment: stated.employment,
    workplace: demand ?? stated.workplace,
    addresses: addressesOf(places),
    ...formatPlaces(places),
    description,
    ...salaryAndPay(stated.pay),
    applyurl: stated.urls.map(webAddress).find(Boolean) ?? '',
    applyemail:
      [stated.email, ...stated.urls.map(addressInUrl)].map(emailAddress).find(Boolean) ?? '',
    // Replace a future date with the current date. Otherwise, the job would be at the top of lists until that day.
    date: new Date(Math.min(date.getTime(), now.getTime())),
    validthrough: stated.closes && isPlainDate(stated.closes) ? stated.closes : null,
  };
}

/** Whether the source states that people work from home. If it does not state the workplace, the location may. */
function isStatedRemote({ workplace, isRemote }: StatedJob, location: string): boolean {
  return isRemote ?? (workplace ? workplace === 'remote' : /^remote\b/i.test(location));
}

/**
 * Combines the employment, and whether the job is remote, into the board's single type. If the source states neither
 * the employment nor that the job is remote, the type is `Full-Time`, as for most jobs.
 */
function typeOf(employment: Employment | null, isRemote: boolean): EmploymentType {
  switch (employment) {
    case 'part-time':
      return 'Part-Time';
    case 'contract':
    case 'temporary':
      return 'Contract';
    case 'internship':
      return 'Internship';
    default:
      return isRemote ? 'Remote' : 'Full-Time';
  }
}

/** Converts each section to Markdown and joins them, or gives the reason why that is impossible. */
function joinSections(sections: StatedSection[]): string | { reason: string } {
  const tooLong = { reason: `its description is over ${DESCRIPTION_LENGTH} characters` };
  let length = 0;
  const parts: string[] = [];
  for (const section of sections) {
    const html = htmlOf(section);
    length += html?.length ?? section.heading?.length ?? 0;
    if (length > HTML_LENGTH) return tooLong;
    const body = html === undefined && 'markdown' in section ? section.markdown : fromHtml(html);
    if (body === undefined) return { reason: 'its description is nested too deeply' };
    const markdown = withoutControls(body ?? '');
    if (!markdown.trim()) continue;
    const heading = titleText(section.heading ?? '');
    if (heading) parts.push(fromHtml(`<h2>${escapeHtml(heading)}</h2>`) ?? '');
    parts.push(markdown);
  }
  const description = parts.join('\n\n');
  return isLongerThan(description, DESCRIPTION_LENGTH) ? tooLong : description;
}

/** The HTML of a section; undefined if it is Markdown. */
function htmlOf(section: StatedSection): string | undefined {
  if ('html' in section) return unescapeMarkup(section.html ?? '');
  if ('htmlOrText' in section) {
    const written = unescapeMarkup(section.htmlOrText ?? '');
    return isMarkup(written) ? written : htmlOfText(written);
  }
  return 'text' in section ? htmlOfText(section.text ?? '') : undefined;
}

/** Converts HTML to Markdown. Returns undefined if it is nested too deeply. */
function fromHtml(html: string | undefined): string | undefined {
  try {
    return markdownFromHtml(html ?? '');
  } catch (error) {
    if (error instanceof NestedTooDeeplyError) return undefined;
    throw error;
  }
}

/** Converts plain text to HTML, with its paragraphs and lines. */
function htmlOfText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim())
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function normalizePlace(place: StatedPlace): Address {
  const [locality = '', region = '', country = ''] = [
    place.locality,
    place.region,
    place.country,
  ].map((field) => toOneLine(unescapeOnce(field ?? '')).slice(0, LOCATION_LENGTH));
  const fields = {
    locality,
    region,
    country: /^[a-z]{2}$/.test(country) ? country.toUpperCase() : country,
  };
  return { text: toOneLine(unescapeOnce(place.text ?? '')) || textOf(fields), ...fields };
}

function textOf({ locality, region, country }: Omit<Address, 'text'>): string {
  const name = /^[A-Z]{2}$/.test(country) ? countryName(country) : country;
  return [...new Set([locality, region, name].filter(Boolean))].join(', ');
}

/** The places that the source states in separate fields, each with the text of its location. */
function addressesOf(places: Address[]): Address[] | null {
  const stated = places.filter(({ locality, region, country }) => locality || region || country);
  return stated.length > 0 ? stated : null;
}

/** Formats all places of the job. As many as fit are in `location`, and the others are in `more_places`. */
function formatPlaces(places: Address[]) {
  const named = places
    .map(({ text }) => text)
    .filter((text) => text && !isLongerThan(text, LOCATION_LENGTH));
  const [first, rest] = joinUpTo([...new Set(named)], LOCATION_LENGTH);
  const [more] = joinUpTo(rest, MORE_PLACES_LENGTH);
  return { location: first, more_places: more || null };
}

/** Joins as many places as fit into the length (characters). Returns the text and the other places. */
function joinUpTo(places: string[], length: number): [text: string, rest: string[]] {
  let text = '';
  for (const [index, place] of places.entries()) {
    const longer = text ? `${text}; ${place}` : place;
    if (isLongerThan(longer, length)) return [text, places.slice(index)];
    text = longer;
  }
  return [text, []];
}

/**
 * The pay that the employer states, and the salary range that contains its middle, or its only bound, if the pay is
 * yearly and in US dollars. Both are empty if a figure is invalid.
 */
function salaryAndPay(stated: PayFields | undefined): { salary: Salary; pay: StatedPay | null } {
  // Accept only pay that an employer could also state on the board, so that an edit can send the pay back.
  const { data: pay } = statedPay.safeParse(stated);
  if (!pay) return { salary: '', pay: null };
  const from = pay.minimum ?? pay.maximum ?? 0;
  const middle = from + ((pay.maximum ?? from) - from) / 2;
  const salary = pay.unit === 'year' && pay.currency === 'USD' ? salaryRangeOf(middle) : '';
  return { salary, pay };
}

/** The email address of a `mailto` URL (RFC 6068). */
function addressInUrl(written: Text): string | undefined {
  return /^\s*mailto:([^?]*)/i.exec(written ?? '')?.[1];
}

/** Returns the email address; undefined for any other text. */
function emailAddress(written: Text): string | undefined {
  return optionalEmailAddress.safeParse(written ?? '').data || undefined;
}

/** Normalizes a URL. Returns undefined if it is not an http(s) URL. */
export function webAddress(written: Text): string | undefined {
  const url = withoutControls(written ?? '').trim();
  const href = /^https?:\/\/[^/]/i.test(url) ? parseUrl(url)?.href : undefined;
  return href === undefined || href.length > URL_LENGTH ? undefined : href;
}
