import { expect, test } from 'vitest';
import { mixesScripts } from './mixed-scripts.ts';
import { nameSkeletons } from './name-skeletons.ts';
import { REAL_NAMES } from './testing/real-names.ts';

test('real companies have skeletons of their own, and do not mix scripts', () => {
  const companies = new Map<string, string>();
  for (const name of REAL_NAMES) {
    expect([name, mixesScripts(name)]).toEqual([name, false]);
    for (const skeleton of nameSkeletons(name)) {
      expect([name, skeleton, companies.get(skeleton)]).toEqual([name, skeleton, undefined]);
      companies.set(skeleton, name);
    }
  }
  expect(REAL_NAMES.length).toBeGreaterThanOrEqual(200);
});

/** Names that look like a company's, by kind. */
const LOOKALIKES: [kind: string, company: string, ...names: string[]][] = [
  [
    'invisible characters',
    'GitLab',
    'Git\u00adLab',
    'Git\u2060Lab',
    'Git\u200bLab',
    'Git\u034fLab',
  ],
  ['joiners where they do nothing', 'GitLab', 'Git\u200dLab', 'Git\u200cLab'],
  ['directions', 'GitLab', '\u200eGitLab', '\u202dGitLab\u202c', '\u2066GitLab\u2069'],
  ['fillers and blanks', 'GitLab', 'Git\u3164Lab', 'Git\u115fLab', 'Git\uffa0Lab', 'Git\u2800Lab'],
  ['tags', 'GitLab', 'Git\u{e0041}\u{e007f}Lab'],
  ['variation selectors', 'GitLab', 'Git\ufe0fLab', 'Git\u{e0100}Lab'],
  ['mathematical letters', 'GitLab', '𝐆𝐢𝐭𝐋𝐚𝐛', '𝒢𝒾𝓉ℒ𝒶𝒷', '𝙶𝚒𝚝𝙻𝚊𝚋', '𝔾𝕚𝕥𝕃𝕒𝕓'],
  [
    'fullwidth and enclosed',
    'GitLab',
    'ＧｉｔＬａｂ',
    'ⒼⓘⓣⓁⓐⓑ',
    '🅶🅸🆃🅻🅰🅱',
    '🅖🅘🅣🅛🅐🅑',
    '🇬🇮🇹🇱🇦🇧',
    '⒢⒤⒯⒧⒜⒝',
  ],
  ['small capitals', 'GitLab', 'ɢɪᴛʟᴀʙ', 'Gɪᴛʟᴀʙ'],
  ['superscripts', 'GitLab', 'ᴳᶦᵗᴸᵃᵇ', 'Gitᴸᵃᵇ'],
  ['Cherokee', 'GitLab', 'ᏀitLab'],
  ['Cyrillic', 'Apple', 'Аррӏе', 'Аpple', 'АРРLЕ'],
  ['Greek', 'Nokia', 'Νοκια', 'Νokia'],
  ['Armenian and Coptic', 'Uno', 'Սոօ', 'Unօ', 'Unⲟ'],
  ['Lisu', 'BOLT', 'ꓐꓳꓡꓔ'],
  [
    'marks',
    'Notion',
    'Nọtion',
    'Notiọ\u0323n',
    'N̈otion',
    'Nötion',
    'N\u0336o\u0336t\u0336i\u0336on',
  ],
  ['strokes and hooks', 'Bolt', 'Bołt', 'Bølt', 'Ƀolt', 'Bolŧ', 'Ɓolt'],
  ['dotless i', 'GitLab', 'GıtLab', 'GİtLab'],
  ['I, l and 1', 'Lilt', 'LiIt', 'Li1t', 'Lllt', 'L1lt', 'L|lt', 'ⅬⅠⅬT'],
  ['digits', 'Google', 'G00gle', 'Goog1e', 'Goog|e', 'Googl3', 'GOOGLE'],
  ['signs', 'Uber', '∪ber', 'Uber™', 'Uber℠', 'Uber®', 'Ub≡r'],
  ['crossed letters', 'Visa', '∨isa', 'Vi§a', 'V¡sa', 'Vis∀'],
  ['circles', 'Bolt', 'B○lt', 'B◯lt', 'B⊘lt'],
  ['symbols', 'Asana', '@sana', 'A$ana', 'As@n@'],
  ['pairs of letters', 'Workmate', 'VVorkmate', 'Workrnate', 'vvorkrnate'],
  ['ligatures', 'Office Fluff', 'Oﬃce ﬂuﬀ'],
  [
    'legal forms',
    'Loom',
    'Loom Inc.',
    'Loom, Inc',
    'Loom GmbH & Co. KG',
    'LOOM S.A.',
    'Loom S. A.',
    'Loom Private Limited',
    'Loom Pte. Ltd.',
    'Loom S.à r.l.',
    'Loom Aktiengesellschaft',
    'Loom Sp. z o.o.',
    'ООО Loom',
    'Loom Co., Ltd.',
  ],
  [
    'attached legal forms',
    '株式会社メルカリ',
    'メルカリ',
    'メルカリ株式会社',
    '㈱メルカリ',
    'ﾒﾙｶﾘ',
  ],
  ['Arabic letters', 'کیان', 'كيان', 'کـیـاـن'],
  ['Chinese and Japanese', 'エロ二', '工口ニ'],
  [
    'spaces and punctuation',
    'GitLab',
    'Git Lab',
    'Git-Lab',
    'G.i.t.L.a.b',
    '“GitLab”',
    'GitLab!',
    'Git★Lab',
    'GitLab®',
  ],
  ['turned letters', 'Amen', 'ɐmen', 'Aɯen', 'Amǝn'],
];

test.each(LOOKALIKES)('%s make names that look like "%s"', (_, company, ...names) => {
  const known = nameSkeletons(company);
  for (const name of names) {
    const skeletons = nameSkeletons(name);
    const isNoticed = skeletons.some((one) => known.includes(one)) || mixesScripts(name);
    expect([name, skeletons, isNoticed]).toEqual([name, skeletons, true]);
  }
});
