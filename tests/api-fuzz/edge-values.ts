import type { JsonSchema } from '#shared/contract/json-schema.ts';
import { toPlainDate } from '#shared/domain/plain-date.ts';

const DAY = 24 * 60 * 60 * 1_000;

/** Strings that some programs parse as numbers. */
const NUMBERS = split(
  '0 -1 1 01 +1 1.0 1e3 1e309 0x10 NaN Infinity 9007199254740993 ٣ １ 1_000 -0',
);

const TEXTS = [
  ...['', ' ', '\t\n', '\u00a0', '\u200b', '\ufeff', '\u3164', '\u2028', '\u0085', 'two\nlines'],
  ...['🧵', 'e\u0301\u0301\u0301', 'שלום', 'مرحبا', '\u202eabc', '👩‍👩‍👧', '\u{10ffff}', '\uffff'],
  ...['\0', 'nu\0ll', '\ud800', '\udc00', 'a\ud83e', '\u0001', '\u007f'],
];

const ADDRESSES = split(
  'http:// https://a http://localhost http://[::1]/ HTTPS://EXAMPLE.COM https://münchen.example/ javascript:alert(1) //host ftp://host https://user@host.example https://host:99999/ https://host:65535/?# https://xn--a/ https://a..b/ /uploads/x.webp /uploads/../etc http:/\\host data:text/html,x https://host/\u2028 https://h%00st/',
);

const IDS = split(
  'nope 00000000-0000-0000-0000-000000000000 ffffffff-ffff-ffff-ffff-ffffffffffff {00000000-0000-0000-0000-000000000000} 0',
);

function split(words: string): string[] {
  return words.split(' ');
}

/** JSON values at and beyond the limit of each schema keyword. In a query, each value is sent as text. */
export function edgeValues(schema: JsonSchema): unknown[] {
  const options: JsonSchema[] = Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
  return options.flatMap(edgeValuesOfOne);
}

function edgeValuesOfOne(schema: JsonSchema): unknown[] {
  const { type, minimum, maximum, minLength, maxLength, format } = schema;
  if (schema.const !== undefined) return [schema.const, '', null];
  if (Array.isArray(schema.enum)) {
    return schema.enum.flatMap((value) => [value, `${value} `, String(value).toLowerCase()]);
  }
  if (type === 'integer') {
    return [
      ...around(Number(minimum)),
      ...around(Number(maximum)),
      ...NUMBERS,
      ' 1',
      '1 ',
      '',
      '$100,000',
      '100k',
      '1000000000.0',
    ];
  }
  if (type !== 'string') return [null, 0, '', [], {}];
  return [
    ...TEXTS,
    ...NUMBERS.slice(0, 3),
    ...textsOfLengths(Number(minLength ?? 0), Number(maxLength ?? 10_000)),
    ...(format === 'uri' || schema['x-opaque'] ? ADDRESSES : []),
    ...(format === 'uri'
      ? textsOfLengths(20, Number(maxLength)).map((text) => urlOfLength(text))
      : []),
    ...(format === 'date' ? edgeDays() : []),
    ...(format === 'uuid' || schema['x-equals'] ? IDS : []),
  ];
}

const around = (bound: number) => [bound - 1, bound, bound + 1];

function textsOfLengths(min: number, max: number): string[] {
  return ['x', '🧵', 'é', 'e\u0301'].flatMap((unit) => {
    const { length } = [...unit];
    return [min - 1, min, Math.floor(max / length), Math.floor(max / length) + 1, 3 * max]
      .filter((times) => times >= 0 && times * unit.length <= 80_000)
      .map((times) => unit.repeat(times));
  });
}

/** A URL of the same length as the text. */
function urlOfLength(text: string): string {
  const start = 'https://host.example/';
  return start + [...text].slice(start.length).join('');
}

function edgeDays(): string[] {
  // Today is left out, because midnight may pass before the request arrives.
  const soon = [-1, 1].map((offset) => toPlainDate(new Date(Date.now() + offset * DAY)));
  const years = split('0000 0001 1000 1999 2999 9999 -0001 +12026');
  return [
    ...soon,
    ...soon.map((day) => ` ${day}\n`),
    ...soon.map((day) => `${day}T00:00:00Z`),
    ...years.flatMap((year) => [`${year}-01-01`, `${year}-12-31`]),
    ...split('2100-02-29 2096-02-29 2099-02-30 2099-13-01 2099-00-10 2099-1-1 ２０99-01-01'),
  ];
}
