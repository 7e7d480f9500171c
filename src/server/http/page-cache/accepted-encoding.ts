/** Content encodings of response bodies, smallest output first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;

export type Encoding = (typeof ENCODINGS)[number];

/**
 * Headers that were already parsed, with the result. Browsers and load generators send only a few different ones, so
 * most need not be parsed again.
 */
const parsed = new Map<string, Encoding>();

/** The maximum number of parsed headers that are stored. It limits the memory, because a client may send any header. */
const MAX_PARSED = 100;

/**
 * Content negotiation: returns the encoding with the highest weight in the `Accept-Encoding` header, or the smallest
 * encoding on a tie. A client that refuses every encoding gets the uncompressed body, which is more useful to it than a
 * 406. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const known = parsed.get(header);
  if (known) return known;
  const encoding = chooseEncoding(header);
  if (parsed.size < MAX_PARSED) parsed.set(header, encoding);
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
  // If the header does not list `identity`, the uncompressed body is acceptable but not preferred.
  const identity = weights.get('identity') ?? 0;
  return weightOf(compressed) > 0 && weightOf(compressed) >= identity ? compressed : 'identity';
}
