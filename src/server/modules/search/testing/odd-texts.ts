import type { Random } from './random.ts';

const split = (texts: string) => texts.split('¦').map((text) => text.trim());

const SIGNS = [...'!&|()<>:*\'"\\-+%_;,./?#[]{}=~^`@$ \t\n\0'];

/** Text that has a meaning in PostgreSQL's query syntax, in the syntax of searches, or in HTML and SQL. */
export const SYNTAX = split(String.raw`
  ' or 1=1 -- ¦ '; drop table jobs; -- ¦ ') union select null -- ¦ $1 ¦ $$ ¦ E'\x00' ¦ \' or 1=1
  ¦ pg_sleep(10) ¦ 1'::tsquery ¦ a:* ¦ a:ABCD ¦ :* ¦ !! ¦ !a & b ¦ a <-> b ¦ a <2> b ¦ a <99999> b
  ¦ ((( ¦ ))) ¦ '''' ¦ 'a ¦ && ¦ a & b ¦ ! ¦ <-> ¦ | | ¦ || ¦ a | b ¦ " ¦ "" ¦ """ ¦ "a ¦ a"b"c ¦ -"
  ¦ -"" ¦ -- ¦ ---a ¦ -a -b -c ¦ - a ¦ or ¦ or or or ¦ a or ¦ or a ¦ a or -b ¦ -a or b ¦ "or"
  ¦ "a" or "b" or ¦ @lisbon ¦ '@' ¦ = ¦ #2922 ¦ % ¦ _ ¦ %%% ¦ a%b ¦ \ ¦ \\ ¦ \0 ¦ \x ¦ {{7*7}}
  ¦ <script> ¦ <rust-=engineer> ¦ <a-=b> ¦ <x-&y> ¦ &amp; ¦ &#0; ¦ ../../etc/passwd ¦ file:///etc ¦ http://a.b/c?d=e&f=g#h ¦ a@b.c
  ¦ 1.5e10 ¦ -0 ¦ NaN ¦ 00000000-0000-0000-0000-000000000000 ¦ true ¦ null ¦ [] ¦ __proto__ ¦ the
  ¦ a the of ¦ -the ¦ "the" ¦ c++ ¦ c# ¦ .net ¦ c++++ ¦ ....net ¦ a/b ¦ /a/b/ ¦ // ¦ a-b-c- ¦ x'y ¦ a.b.
`);

/** Characters whose length changes with case or normalization, and characters that are not letters. */
export const LETTERS = [
  ...split(
    'ﷺ ¦ ㌀ ¦ ㌖ ¦ ㍿ ¦ 윯 ¦ ﬁ ¦ İ ¦ ı ¦ ß ¦ ẞ ¦ ŉ ¦ ǰ ¦ ΐ ¦ ς ¦ Å ¦ ½ ¦ ² ¦ ⅷ ¦ ① ¦ ™ ¦ … ¦ ’',
  ),
  ...split('漢 ¦ か ¦ 한 ¦ ไ ¦ ا ¦ א ¦ हिन्दी ¦ 🦀 ¦ 👩‍👩‍👧 ¦ 🇵🇹'),
  ...['\u0301', '\u200d', '\u200b', '\u202e', '\ufeff', '\ue000', '\ue001', '\uffff'],
  ...['\u2028', '\u{e0001}', '\u{10ffff}', '\u{1d400}'],
];

const WORDS = split(
  'rust ¦ engineer ¦ kuberntes ¦ lisbon ¦ Ada & Sons ¦ é ¦ c++ ¦ or ¦ - ¦ machine',
);

/** Invalid text: lone surrogates, null characters, broken percent encoding. */
const BROKEN = split(
  '% ¦ %% ¦ %zz ¦ %c3 ¦ %ff%fe ¦ %ed%a0%80 ¦ %ed%b0%80 ¦ %f4%90%80%80 ¦ %00 ¦ %u0041',
);

const any = (random: Random) => random.pick(random.pick([SIGNS, SYNTAX, LETTERS, WORDS]));

function anyCharacter(random: Random): string {
  return String.fromCodePoint(random.below(random.pick([0x80, 0x800, 0x1_0000, 0x11_0000])));
}

/** Makes hostile input of up to 5,000 characters. */
export function oddText(random: Random): string {
  const makers = [
    () => random.some(40, () => anyCharacter(random)).join(''),
    () => random.some(8, () => any(random)).join(' '),
    () => random.some(60, () => random.pick(SIGNS)).join(''),
    () => any(random),
    () => {
      const part = random.chance(0.2) ? anyCharacter(random) : any(random);
      return part.repeat(1 + random.below(random.pick([3, 320, 5_000 / part.length])));
    },
    () => random.some(6, () => any(random)).join(''),
  ];
  return random.pick(makers)();
}

/** Encodes the text as part of a URL. Sometimes leaves it unencoded, or breaks the encoding. */
export function encodeOddly(text: string, random: Random): string {
  const way = random.below(12);
  if (way === 0) return text.replace(/[^!-~]|[#&]/gu, '');
  const encoded = encodeURIComponent(text.replace(/\p{Cs}/gu, '')).slice(0, 15_000);
  if (way > 3) return encoded;
  const at = random.below(encoded.length + 1);
  return encoded.slice(0, at) + random.pick(BROKEN) + encoded.slice(at);
}
