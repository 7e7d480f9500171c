import fc from 'fast-check';
import { encodeOddly, oddText, SYNTAX } from '#server/modules/search/testing/odd-texts.ts';
import { seedRandom } from '#server/modules/search/testing/random.ts';
import { type Call, FORM_BOUNDARY, formWith, type Input, type Request } from './calls.ts';
import type { Situation } from './situation.ts';

/** Makes a valid request invalid in one way. */
type Mutation = fc.Arbitrary<(request: Request) => Request>;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'];

const TYPES = [
  ...['', 'text/plain', 'application/x-www-form-urlencoded', 'application/xml', '*/*', 'json'],
  ...['application/json; charset=utf-16', 'application/json; charset=latin1', 'APPLICATION/JSON'],
  ...[
    'application/json, text/plain',
    'application/problem+json',
    'application/jsonx',
    ';',
    'a/b;=',
  ],
  ...['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/mixed; boundary=x'],
];

const BODIES = [
  ...['null', '[]', '"x"', '1', 'true', '{}', '', ' ', '{', '{"a":', '[1,', '{"a":1}}', "{'a':1}"],
  ...['{"__proto__":{"role":"siteadmin"}}', '{"constructor":{"prototype":{"a":1}}}', '\ufeff{}'],
  ...[`${'['.repeat(200)}${']'.repeat(200)}`, '['.repeat(100_000), '{"a":'.repeat(40)],
  ...['{"title":"a","title":"b"}', '{"a":1e999}', '{"a":NaN}', '\0', '{"\\u0000":"\\u0000"}'],
];

const PARAMETERS = [
  ...[
    '__proto__=1',
    '__proto__[a]=1',
    'constructor=1',
    'toString=1',
    'limit[]=1',
    'limit[a]=1',
    'q[]=a',
  ],
  ...[
    'limit=1&limit=2',
    'q=a&q=b',
    'cursor=a&cursor=b',
    'description=html&description=html',
    '=',
    '&&&',
  ],
  ...[
    'q=%',
    'q=%zz',
    'q=%c3',
    'q=%ff%fe',
    'q=%ed%a0%80',
    'q=%00',
    '%00=1',
    '%zz=1',
    'q',
    'a=b=c',
    '?',
  ],
  ...[
    'cursor=W10',
    'cursor=bnVsbA',
    'cursor=WyIiLCIiXQ',
    'cursor=eyJfX3Byb3RvX18iOjF9',
    'name=%00',
  ],
];

const PATH_IDS = [
  ...[
    '%',
    '%zz',
    '%c3',
    '%00',
    '%ff',
    '%2e%2e',
    '%2F',
    '..',
    '.',
    '%5c',
    '*',
    ':id',
    '{id}',
    '%0d%0a',
  ],
  ...[
    '__proto__',
    'constructor',
    'null',
    'undefined',
    "'%20or%201=1--",
    'x'.repeat(765),
    'x'.repeat(766),
  ],
  ...[
    'x'.repeat(9_000),
    '%F0%9F%A7%B5'.repeat(63),
    '%F0%9F%A7%B5'.repeat(300),
    'closed',
    'counts',
    '',
  ],
];

const HEADERS: [string, string[]][] = [
  [
    'if-match',
    [
      '',
      '*',
      '"',
      '""',
      'W/"1"',
      '"1", "2"',
      '1',
      '"-1"',
      '"1.1.html"',
      '"1e9"',
      'x'.repeat(5_000),
    ],
  ],
  ['if-none-match', ['', '*', '"', 'W/', ', ,', '"1", *', 'x'.repeat(5_000)]],
  [
    'idempotency-key',
    [
      '',
      ' ',
      'x'.repeat(255),
      'x'.repeat(256),
      '"a"',
      "'; drop table jobs; --",
      '\u00e9',
      '__proto__',
    ],
  ],
  ['accept', ['', 'text/html', 'image/*', '*/*;q=0', 'application/xml', ';', 'x'.repeat(5_000)]],
  ['accept-language', ['xx', '*', ';q=9']],
  ['origin', ['null', 'https://evil.example']],
  ['host', ['', 'evil.example', 'a:b:c']],
  ['x-forwarded-for', ['', '127.0.0.1', "' or 1=1"]],
  ['x-http-method-override', ['DELETE']],
  ['range', ['bytes=0-1', 'bytes=9-1']],
  ['transfer-encoding', ['identity']],
  ['cookie', ['a=b; __proto__=1', '=', 'x'.repeat(4_000)]],
  ['content-encoding', ['gzip', 'br', 'identity']],
];

const withHeader = (name: string, value: string) => (request: Request) => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});

const addToQuery = (pair: string) => (request: Request) => ({
  ...request,
  url: `${request.url}${request.url.includes('?') ? '&' : '?'}${pair}`,
});

const cutBody = (at: number) => (request: Request) => {
  const { payload } = request;
  return payload ? { ...request, payload: payload.slice(0, at % payload.length) } : request;
};

function editJson(edit: (body: Record<string, unknown>) => object) {
  return (request: Request): Request => {
    if (typeof request.payload !== 'string') return request;
    return { ...request, payload: JSON.stringify(edit(JSON.parse(request.payload))) };
  };
}

const pick = <Value>(values: readonly Value[]) => fc.constantFrom(...values);

const oddTexts = fc.nat().map((seed) => oddText(seedRandom(seed)));

/** JSON values of all kinds, including injection attempts. */
const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, 0, -1, 1.5, true, '', [], {}, [null], { id: {} }, [[]], { length: 1 }),
  fc.constantFrom(...SYNTAX, '\0', 'nu\0ll', '\ud800'),
  oddTexts,
  fc.jsonValue({ maxDepth: 4 }),
);

const mutateBody: Mutation = fc.oneof(
  pick(BODIES).map((payload) => (request: Request) => ({ ...request, payload })),
  fc.nat().map((at) => cutBody(at)),
  fc.record({ at: fc.nat(), value: anyJson, remove: fc.boolean() }).map(mutateField),
  fc
    .tuple(oddTexts, anyJson)
    .map(([name, value]) => editJson((body) => ({ ...body, [name]: value }))),
  pick(['isAdmin', 'role', 'version', 'company_id', 'closed_at', 'date', 'toString']).map((name) =>
    editJson((body) => ({ ...body, [name]: 'siteadmin' })),
  ),
  pick([260_000, 300_000]).map((length) =>
    editJson((body) => ({ ...body, padding: 'x'.repeat(length) })),
  ),
);

const mutateContentType: Mutation = pick(TYPES).map((type) => withHeader('content-type', type));

const mutateQuery: Mutation = fc.oneof(
  pick(PARAMETERS).map(addToQuery),
  fc
    .tuple(pick(['q', 'location', 'limit', 'cursor', 'name', 'minsalary', 'company']), fc.nat())
    .map(([name, seed]) => {
      const random = seedRandom(seed);
      return addToQuery(`${name}=${encodeOddly(oddText(random).slice(0, 400), random)}`);
    }),
);

const mutateHeaders: Mutation = pick(HEADERS).chain(([name, values]) =>
  pick(values).map((value) => withHeader(name, value)),
);

function mutateField({ at, value, remove }: { at: number; value: unknown; remove: boolean }) {
  return editJson((body) => {
    const names = Object.keys(body);
    const name = names[at % names.length];
    if (name === undefined) return body;
    const { [name]: _, ...others } = body;
    return remove ? others : { ...others, [name]: value };
  });
}

function mutateForm(field: string, picture: Buffer): Mutation {
  const part = (head: string, content = 'x') =>
    `--${FORM_BOUNDARY}\r\n${head}\r\n\r\n${content}\r\n`;
  const forms: (string | Buffer)[] = [
    '',
    `--${FORM_BOUNDARY}--\r\n`,
    part('content-disposition: form-data; name="file"'),
    part('nonsense'),
    formWith('other', picture),
    formWith('__proto__', picture),
    formWith(field, Buffer.alloc(0)),
    formWith(field, Buffer.from('no picture')),
    formWith(field, Buffer.alloc(2 * 1024 * 1024 + 1)),
    formWith(field, Buffer.alloc(3 * 1024 * 1024)),
    formWith(field, picture.subarray(0, picture.length / 2)),
    formWith(field, picture).subarray(0, -10),
    formWith(field, picture, part('content-disposition: form-data; name="a"').repeat(20)),
    formWith(field, picture, part(`content-disposition: form-data; name="${field}"; filename="b"`)),
    formWith(field, picture, part('content-disposition: form-data; name="a"', 'x'.repeat(2_000))),
    formWith(
      field,
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    ),
    formWith(
      field,
      Buffer.from('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>'),
    ),
  ];
  return pick(forms).map((payload) => (request) => ({ ...request, payload }));
}

/** A call that is invalid in one way. Tests check only the properties that all responses share. */
export function hostile(
  { operation, operations, board }: Situation,
  request: Request,
  { target, body }: Input,
): fc.Arbitrary<Call> {
  const { fileField, path, method } = operation;
  const call = (mutated: Request, more: Partial<Call> = {}): Call => ({
    kind: 'hostile',
    request: mutated,
    target,
    body: undefined,
    ...more,
  });
  // On a path without `{id}`, the other described methods would be valid calls, so they are left out.
  const described = operations.filter((one) => one.path === path).map((one) => one.method);
  const others = METHODS.filter((one) => path.includes('{id}') || !described.includes(one));
  const withOtherPath = fc
    .tuple(pick(others), pick(PATH_IDS))
    .map(([otherMethod, id]) =>
      call(
        { ...request, method: otherMethod, url: path.replace('{id}', id) },
        { target: undefined, undescribed: true },
      ),
    );
  const mutations = [
    mutateQuery,
    mutateHeaders,
    mutateContentType,
    ...(body ? [mutateBody, mutateBody] : []),
    ...(fileField ? [mutateForm(fileField, board.picture)] : []),
  ];
  const withOtherBody = pick(BODIES).map((payload) =>
    call({
      ...request,
      payload,
      headers: { ...request.headers, 'content-type': 'application/json' },
    }),
  );
  return fc.oneof(
    ...mutations.map((mutate) => mutate.map((change) => call(change(request)))),
    withOtherPath,
    ...(method === 'GET' ? [] : [withOtherBody]),
  );
}
