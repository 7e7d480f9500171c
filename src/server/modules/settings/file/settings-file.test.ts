import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SETTING_NAMES } from '#shared/domain/board-settings.ts';
import { type BoardFile, boardFile, DEFAULT_FILE } from './board-file.ts';
import { formatSettings, MAX_SETTINGS_FILE, readSettings } from './settings-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** What is wrong with a file, as lines such as `2: name: must not be empty.` */
const faultsOf = (text: string) =>
  readSettings(bytes(text)).faults.map(({ line, name, message }) =>
    [line, name, message].filter(Boolean).join(': '),
  );

const SETTINGS: BoardFile = {
  ...DEFAULT_FILE,
  name: 'Nordlicht: "Jobs" & more # 1',
  heading: '- yes',
  subheading: '',
  years: '2025–2026',
  links: [
    { label: 'Status', url: 'https://status.nordlicht.example' },
    { label: '{x} *y* \\n', url: 'https://nordlicht.example/?a=b#c' },
  ],
  review: 'first',
  pages: [
    {
      slug: 'ethics',
      title: 'Ethics',
      text: '# We\n\n  pay: "all"\n\n---\n- #1\n\n',
      place: 'menu',
      position: 10,
    },
  ],
  categories: [
    { slug: 'boats', name: 'Boats', description: '', words: ['ship: wright'], skills: [] },
  ],
  payrequired: false,
};

describe('a file of settings', () => {
  test('has all settings in the order of the schema, each with its description', () => {
    const text = formatSettings(SETTINGS);
    const described = [...text.matchAll(/^# (.*)\n(\w+):/gm)].map(([, comment, name]) => [
      name,
      comment,
    ]);
    expect(described).toEqual(
      Object.entries(boardFile.shape).map(([name, { description }]) => [name, description]),
    );
    expect(described).toHaveLength(SETTING_NAMES.length + 3);
    expect(text).toContain(
      '\nlinks:\n  - label: "Status"\n    url: "https://status.nordlicht.example"\n',
    );
    expect(formatSettings(DEFAULT_FILE)).toContain('\nlinks: []\n');
  });

  test('gives the same settings when it is read, and the same text when these are written', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    const settings = fc.record({
      name: text,
      subheading: text,
      legalname: text,
      links: fc.array(fc.record({ label: text, url: fc.constant('https://a.example') }), {
        maxLength: 3,
      }),
      payrequired: fc.boolean(),
      pages: fc.array(
        fc.record({
          slug: fc.constant('ethics'),
          title: text,
          text: fc.array(text, { maxLength: 4 }).map((lines) => lines.join('\n')),
          place: fc.constant('menu'),
          position: fc.constant(1),
        }),
        { maxLength: 1 },
      ),
    });
    fc.assert(
      fc.property(settings, (some) => {
        const read = boardFile.safeParse({ ...SETTINGS, ...some });
        fc.pre(read.success);
        const file = formatSettings(read.data);
        const again = readSettings(bytes(file));
        expect(again).toEqual({ content: read.data, faults: [] });
        expect(again.content && formatSettings(again.content)).toBe(file);
      }),
    );
    expect(readSettings(bytes(formatSettings(SETTINGS)))).toEqual({
      content: SETTINGS,
      faults: [],
    });
  });

  test('sets a missing setting to its default value', () => {
    expect(readSettings(bytes('years: "2026"')).content).toEqual({
      ...DEFAULT_FILE,
      years: '2026',
    });
    expect(readSettings(bytes('{}')).content).toEqual(DEFAULT_FILE);
  });

  test.each([
    ['unquoted texts and comments', '# Our board\nname: Nordlicht Jobs # for now\nyears: "2026"\n'],
    ['the line ends of Windows', 'name: "Nordlicht Jobs"\r\nyears: "2026"\r\n'],
    ['a byte order mark', '\ufeffname: "Nordlicht Jobs"\nyears: "2026"\n'],
    ['a line --- before the settings', '---\nname: Nordlicht Jobs\nyears: "2026"\n'],
    ['the style of JSON', '{"name": "Nordlicht Jobs", "years": "2026"}'],
    ['a text of several lines', 'name: >-\n  Nordlicht\n  Jobs\nyears: "2026"'],
    ['a version of YAML', '%YAML 1.2\n---\nname: Nordlicht Jobs\nyears: "2026"\n'],
  ])('may have %s', (_, text) => {
    expect(readSettings(bytes(text))).toEqual({
      content: { ...DEFAULT_FILE, name: 'Nordlicht Jobs', years: '2026' },
      faults: [],
    });
  });
});

test('every fault is reported with its line, also those after an error of syntax', () => {
  const text = `name: "Nordlicht Jobs"
heading: Jobs: now
subheadin: "For you"
years: 2026
links:
\t- label: "Status"
\t  url: "https://status.nordlicht.example"
name: "Other"
seekerstext: "Not closed
review: some
payrequired: yes
legalname:
`;
  expect(faultsOf(text)).toEqual([
    '2: heading: A text with a colon must be in quotes.',
    '3: subheadin: is unknown. Did you mean subheading?',
    '4: years: must be text. Put it in quotes: "2026"',
    '6: links: The line begins with a tab. Indent it with spaces.',
    '7: links: The line begins with a tab. Indent it with spaces.',
    '8: name: is set twice. Remove it here, or in line 1.',
    '9: seekerstext: The text is not closed: " is missing at its end.',
    '10: review: must be one of none, first, all.',
    '11: payrequired: must be true or false. Write true instead of yes.',
    '12: legalname: has no value. Write "" for an empty text, or remove the name for the default.',
  ]);
});

describe('is refused with its line:', () => {
  test.each([
    ['name: A\n\theading: B', '2: name: The line begins with a tab. Indent it with spaces.'],
    [
      'name: A\n  heading: B\n',
      '1: name: The next line belongs to this text, because it is indented. Begin each setting at the start of its line.',
    ],
    [
      'name Nordlicht\nyears: "2026"',
      '1: A colon and a space must follow the name, such as: name: "Nordlicht Jobs"',
    ],
    ['name:Nordlicht\nyears: "2026"', '1: name: A colon and a space must follow'],
    ['name: @home', '1: name: A text that begins with @ must be in quotes.'],
    [
      'name: *Nordlicht*',
      '1: name: must not be an alias. Put a text that begins with * in quotes.',
    ],
    ['legalname: & Co', '1: legalname: A text that begins with & or * must be in quotes.'],
    [
      'legalname: &Co',
      '1: legalname: must not have an anchor. Put a text that begins with & in quotes.',
    ],
    [
      'heading: !Jobs now',
      '1: heading: must not have a tag. Put a text that begins with ! in quotes.',
    ],
    ['heading: !!int now', '1: heading: must not have a tag.'],
    ['heading: !!js/function f', '1: heading: must not have a tag.'],
    ['name: "A" B', '1: name: Something follows the value. Put the whole text in double quotes'],
    ["heading: 'It's'", '1: heading: Something follows the value.'],
    [
      'heading: "\\d"',
      '1: heading: \\d has no meaning in double quotes. Write \\\\ for a backslash.',
    ],
    ['heading: {x} y', '1: heading: Something follows the value.'],
    [
      'heading: {x}',
      '1: heading: must be text, not names with values. Put a text with a colon or with { in quotes.',
    ],
    [
      'heading: [x]',
      '1: heading: must be text, not a list. Put a text that begins with [ in quotes.',
    ],
    ['heading:\n  - x', '1: heading: must be text, not a list.'],
    ['heading: true', '1: heading: must be text. Put it in quotes: "true"'],
    ['heading: " "', '1: heading: must not be empty.'],
    ['heading: "two\\nlines"', '1: heading: must be one line.'],
    ['heading: "a\\0b"', '1: heading: must'],
    ['payrequired: no', '1: payrequired: must be true or false. Write false instead of no.'],
    ['payrequired: "true"', '1: payrequired: must be true without quotes.'],
    ['payrequired: 1', '1: payrequired: must be true or false.'],
    ['review: no', '1: review: must be one of none, first, all.'],
    ['review: ~', '1: review: has no value.'],
    [
      'links: none',
      '1: links: must be a list, in which each item begins with a hyphen and a space. An empty list is [].',
    ],
    ['links:\n  - Status', '2: links.0: must have names with values'],
    [
      'links:\n  - label: A\n    url: javascript:alert(1)',
      '3: links.0.url: must be a web address that begins with http:// or https://.',
    ],
    ['links:\n  - label: A', '2: links.0.url: is missing.'],
    [
      'links:\n  - label: A\n    label: B\n    url: https://a.example',
      '3: links.0.label: is set twice. Remove it here, or in line 2.',
    ],
    [
      'links:\n  - label: A\n    url: https://a.example\n    target: _blank',
      '4: links.0.target: is unknown. The names are label, url.',
    ],
    ['links:\n  - label: A\n   url: https://a.example', '3: links: The'],
    [
      'name: A\nlinks: [\n  {label: A, url: https://a.example}\nyears: "2026"',
      '2: links: A bracket or brace is not closed.',
    ],
    ['Legal_Name: A', '1: Legal_Name: is unknown. Did you mean legalname?'],
    ['seekersHeading: A', '1: seekersHeading: is unknown. Did you mean seekersheading?'],
    ['legal: A', '1: legal: is unknown. Did you mean legalname?'],
    ['theme: dark', '1: theme: is unknown. The names are name, tagline, heading'],
    ['__proto__: {}\nconstructor: A', '1: __proto__: is unknown.'],
    ['? [a]\n: b', '1: […]: is unknown.'],
    ['2026: a', '1: 2026: is unknown.'],
    ['name: A\n---\nname: B', '2: A second document begins here. Keep one, and remove this line.'],
    ['%FOO\n---\nname: A', '1: A line that begins with % is no setting. Remove it.'],
    ['- name: A', '1: The file must have a line for each setting'],
    ['Nordlicht Jobs', '1: The file must have a line for each setting'],
    ['', '1: The file has no settings.'],
    ['# name: A\n', '1: The file has no settings.'],
  ])('%j', (text, fault) => {
    const faults = faultsOf(text);
    expect(faults[0]).toContain(fault);
  });

  test('a text that is not UTF-8', () => {
    const latin = Buffer.from('name: "A"\nheading: "Für alle"\n', 'latin1');
    expect(readSettings(latin).faults).toEqual([
      {
        line: 2,
        name: '',
        message: 'The line is not UTF-8 text. Save the file with the encoding UTF-8.',
      },
    ]);
    const utf16 = Buffer.from('\ufeffname: "A"\n', 'utf16le');
    expect(readSettings(utf16).faults).toMatchObject([{ line: 1 }]);
  });

  test('a file of more than 8 MB', () => {
    const comment = (size: number) => `name: A\n#${'x'.repeat(size - 9)}`;
    expect(faultsOf(comment(MAX_SETTINGS_FILE))).toEqual([]);
    expect(faultsOf(comment(MAX_SETTINGS_FILE + 1))).toEqual([
      '1: The file is larger than 8 MB, which no board needs.',
    ]);
  });
});

describe('a file that would need much time or memory is refused', () => {
  test('aliases that multiply ("billion laughs")', () => {
    const lines = Array.from(
      { length: 30 },
      (_, index) => `l${index + 1}: &l${index + 1} [${Array(10).fill(`*l${index}`).join(', ')}]`,
    );
    const faults = faultsOf(`l0: &l0 "lol"\n${lines.join('\n')}\nname: *l30\n`);
    expect(faults).toHaveLength(32);
    expect(faults.at(-1)).toContain('32: name: must not be an alias.');
  });

  test('brackets that are nested deeply', () => {
    for (const depth of [300, 1_000, 3_000]) {
      const brackets = '['.repeat(depth) + ']'.repeat(depth);
      for (const text of [
        `links: ${brackets}`,
        `{${brackets}: A}`,
        `links: ${'['.repeat(depth)}`,
      ]) {
        expect(faultsOf(text)[0]).toMatch(/^1: /);
      }
    }
  });

  test('many names', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `a${index}: x`);
    expect(faultsOf(names.join('\n'))).toHaveLength(20_000);
  });
});
