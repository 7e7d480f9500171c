/** What a body may be encoded in, the smallest first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** What browsers and benchmarks send; each is looked at once. */
const seen = new Map<string, Encoding>();

/** Any caller may send a header of its own. */
const MOST_SEEN = 100;

/**
 * The encoding to answer in, by the `Accept-Encoding` header: the smallest of those that are liked best.
 * Who refuses all of them gets the body as it is, for it is of more use than a refusal.
 * https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const known = seen.get(header);
  if (known) return known;
  const encoding = chooseEncoding(header);
  if (seen.size < MOST_SEEN) seen.set(header, encoding);
  return encoding;
}

function chooseEncoding(header: string): Encoding {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((text) => text.startsWith('q='))?.slice(2);
    weights.set(
      name === 'x-gzip' ? 'gzip' : name,
      quality === undefined ? 1 : Number(quality) || 0,
    );
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const compressed = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip';
  // Not named, it is acceptable, but not asked for.
  const plain = weights.get('identity') ?? 0;
  return weightOf(compressed) > 0 && weightOf(compressed) >= plain ? compressed : 'identity';
}
