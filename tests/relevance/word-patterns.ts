/** Words of seniority and similar words that may precede a role. */
const LEVEL_WORDS = [
  'senior|sr|junior|jr|mid(?:-level)?|intermediate|advanced|experienced|lead|principal|staff|group|founding|first',
  'associate|executive|global|regional|national|bilingual|licensed',
  'enterprise|strategic|commercial|smb|mid[\\s-]market|inside|outside',
];
const LEVEL = `(?:\\(?(?:${LEVEL_WORDS.join('|')})[.)]?(?:\\s*[/&]\\s*|[\\s,–-]+))*`;

/** Matches text that may follow a role: a comma or similar, a number, an area, or "for", "at" or "in". */
const END =
  '(?=\\s*$|\\s*[-–—,()|/:@&+\\[]|\\s+(?:i{1,3}|iv|v|[1-5]|for|at|in|to|emea|apac|latam|smb|dach)(?![\\p{L}\\p{N}]))';

const BEFORE = '(?<![\\p{L}\\p{N}])';
const AFTER = '(?![\\p{L}\\p{N}+#])';

const patterns = new Map<string, RegExp>();

/** Matches the words anywhere in a text, as whole words with an optional final "s". */
export function wordsOf(words: string): RegExp {
  return compiled(`${BEFORE}(?:${spaced(words)})s?${AFTER}`);
}

/** Matches a title with exactly this role. Seniority may precede it, and specialties may follow it. */
export function roleOf(words: string): RegExp {
  return compiled(`^[(\\[]?${LEVEL}(?:${spaced(words)})s?${END}`);
}

const spaced = (words: string) => words.replaceAll(' ', '[\\s-]');

function compiled(source: string): RegExp {
  const known = patterns.get(source);
  if (known) return known;
  const pattern = new RegExp(source, 'iu');
  patterns.set(source, pattern);
  return pattern;
}
