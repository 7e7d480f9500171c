import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { markdownFromHtml } from './from-html.ts';
import { plainText } from './plain-text.ts';
import { RENDERER_VERSION, renderHtml } from './render-html.ts';
import { describeJob } from './summary.ts';

describe('safe HTML', () => {
  test.each([
    ['<script>alert(1)</script>', '<script'],
    ['<img src=x onerror=alert(1)>', '<img'],
    ['[a](javascript:alert(1))', '<a'],
    ['[a](JaVaScRiPt:alert(1))', '<a'],
    ['[a](&#x6A;avascript:alert(1))', '<a'],
    ['[a](data:text/html,x)', '<a'],
    ['[a](/relative)', '<a'],
    ['![a](javascript:alert(1))', '<a'],
    ['<javascript:alert(1)>', '<a'],
  ])('the Markdown %s renders without %s', (source, forbidden) => {
    expect(renderHtml(source)).not.toContain(forbidden);
  });

  test('links are marked as user content', () => {
    expect(renderHtml('[a](https://a.example "x")')).toBe(
      '<p><a href="https://a.example" title="x" rel="nofollow noopener noreferrer ugc">a</a></p>\n',
    );
  });

  test('an image becomes a link, so that no page makes requests to third parties', () => {
    expect(renderHtml('![a "b"](https://a.example/i.png)')).toBe(
      '<p><a href="https://a.example/i.png" rel="nofollow noopener noreferrer ugc">a &quot;b&quot;</a></p>\n',
    );
  });

  test.each([
    ['## One\n\n### Two\n\n## Three', ['h3', 'h4', 'h3']],
    ['# One\n\n#### Two', ['h3', 'h4']],
    ['### One\n\n# Two', ['h3', 'h3']],
    ['# 1\n\n## 2\n\n### 3\n\n#### 4\n\n##### 5', ['h3', 'h4', 'h5', 'h6', 'h6']],
  ])('headings begin at level 3 and skip no level: %j', (source, levels) => {
    expect([...renderHtml(source).matchAll(/<(h\d)>/g)].map(([, tag]) => tag)).toEqual(levels);
  });

  test.each([
    ['See https://a.example/x_y(z).', 'https://a.example/x_y(z)'],
    ['See www.a.example/x, or', 'https://www.a.example/x'],
    ['`https://a.example`', undefined],
    ['    https://a.example', undefined],
    ['[https://b.example](https://a.example)', 'https://a.example'],
    ['javascript:https://a.example', undefined],
    ['x@www.a.example', undefined],
  ])('an address in the text is a link, without punctuation and not in code: %s', (source, url) => {
    const links = [...renderHtml(source).matchAll(/<a href="([^"]*)" rel="([^"]*)"/g)];
    expect(links.map(([, href]) => href)).toEqual(url ? [url] : []);
    for (const [, , rel] of links) expect(rel).toBe('nofollow noopener noreferrer ugc');
  });

  test('paragraphs, headings and items have directions of their own in a text with a right-to-left script', () => {
    expect(renderHtml('Hello\n\n## שלום\n\n- שלום\n- Hi')).toBe(
      '<p dir="auto">Hello</p>\n<h3 dir="auto">שלום</h3>\n<ul dir="rtl">\n<li dir="auto">שלום</li>\n<li dir="auto">Hi</li>\n</ul>\n',
    );
    expect(renderHtml('Hello')).toBe('<p>Hello</p>\n');
  });

  test.each([
    ['stars', '*'.repeat(20_000)],
    ['brackets', '['.repeat(20_000)],
    ['nested lists', Array.from({ length: 200 }, (_, n) => `${' '.repeat(n)}- x`).join('\n')],
    ['quotes', '>'.repeat(20_000)],
    ['backticks', '`a'.repeat(10_000)],
  ])('hostile %s render in linear time', async (_, source) => {
    const cost = await cpuTimeOf(() => {
      renderHtml(source);
      plainText(source);
    });
    expect(cost).toBeLessThan(5_000);
  });
});

/** SHA-256 of the HTML of `SAMPLE`, by the version of the renderer. */
const RENDERED: Record<number, string> = {
  3: 'aa3822e6e3153bbc310c72d93c90aca85e7adb7b2fe72f260cdcc88515dad11e',
};

const SAMPLE = `# One

### Two *three* **four** \`five\` [six](https://a.example "x") ![seven](https://a.example/i.png)
<b>eight</b> & "nine" <https://a.example> \\* [ten](/relative)
eleven\\
twelve

- thirteen
  1. fourteen

     fifteen
- sixteen

> seventeen
> > eighteen

---

\`\`\`js
nineteen <b>
\`\`\`

    twenty

${'> '.repeat(30)}twenty-one

• twenty-two

See https://three.example, 10<sup>4</sup> and ~~twenty-five~~.

עשרים ושש
`;

test('changed HTML requires a new renderer version, so that stored HTML is rendered again', () => {
  const digest = createHash('sha256').update(renderHtml(SAMPLE)).digest('hex');
  expect({ [RENDERER_VERSION]: digest }).toEqual({
    [RENDERER_VERSION]: RENDERED[RENDERER_VERSION],
  });
});

describe('lines with typed bullets', () => {
  const list = (...items: string[]) =>
    `<ul>\n${items.map((item) => `<li>${item}</li>\n`).join('')}</ul>\n`;

  test.each([
    ['• One\n• Two', list('One', 'Two')],
    ['•One\n\n•Two', list('One', 'Two')],
    ['●  One  \n●  Two', list('One', 'Two')],
    ['·\u00a0\u00a0 One\n\n·\u00a0 Two', list('One', 'Two')],
    ['\\- One\n\n\\- Two', list('One', 'Two')],
    ['– One  \n– Two', list('One', 'Two')],
    [
      'Tasks:\n• One\nand more\n• **Two** [x](https://a.example)',
      `<p>Tasks:</p>\n${list(
        'One\nand more',
        '<strong>Two</strong> <a href="https://a.example" rel="nofollow noopener noreferrer ugc">x</a>',
      )}`,
    ],
    ['• One  \nAfter', `${list('One')}<p>After</p>\n`],
    ['**• One**\n\n•** Two**', list('<strong>One</strong>', '** Two**')],
    ['> • One\n> • Two', `<blockquote>\n${list('One', 'Two')}</blockquote>\n`],
  ])('lines with typed bullets are a list: %j', (source, html) => {
    expect(renderHtml(source)).toBe(html);
  });

  test.each([
    ['a number', '-5 °C\n\n–5 °C\n\n−5 °C'],
    ['a dash in prose', 'We weave – and sew.\n\nLisbon · Porto'],
    ['a single dash', '– One'],
    ['an em dash', '— One\n\n— Two'],
    ['speech', '– Is it far?\n\n– No.'],
    ['quoted speech', '– “Is it far”\n\n– No.'],
    ['a bullet without text', '•\n\n•'],
    ['a bullet in a line', 'One • Two\nThree • Four'],
    ['code', '    • One\n    • Two'],
    ['an item of a list', '- • One\n- • Two'],
  ])('lines with typed bullets are not a list: %s', (_, source) => {
    expect(renderHtml(source).match(/<li>/g) ?? []).toHaveLength(source.startsWith('- •') ? 2 : 0);
  });

  test('keep their bullets in plain text', () => {
    expect(plainText('• One\n• Two')).toBe('• One • Two');
  });
});

test.each([
  ['quotes', '> '.repeat(10_000)],
  ['lists', '- '.repeat(10_000)],
  [
    'lists by indentation',
    Array.from({ length: 140 }, (_, n) => `${' '.repeat(2 * n)}- x`).join('\n'),
  ],
  ['quotes and lists', '> 1. '.repeat(4_000)],
  ['emphasis', `${'*a '.repeat(3_000)}${'a* '.repeat(3_000)}`],
  ['emphasis of both kinds', `${'**a _b '.repeat(1_000)}${'b_ a** '.repeat(1_000)}`],
])('%s are nested at most 20 deep in the HTML', (_, source) => {
  let depth = 0;
  let deepest = 0;
  for (const [, end] of renderHtml(source).matchAll(/<(\/?)(?:blockquote|ul|ol|li|em|strong)\b/g)) {
    depth += end ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  expect(depth).toBe(0);
  expect(deepest).toBeLessThanOrEqual(21);
});

describe('plain text', () => {
  test('has all words and the structure of the Markdown', () => {
    expect(
      plainText(
        '# Title\n\nSome *very*  [linked](https://a.example)\ntext.\n\n- one\n- two\n\n1. three\n\nEnd `code` ![pic](https://a.example/i.png)',
      ),
    ).toBe('Title\n\nSome very  linked text.\n\n• one\n• two\n\n• three\n\nEnd code pic');
  });

  test('a summary is one line of at most 90 characters', () => {
    expect(describeJob('Short\n\n- and\n- sweet')).toMatchObject({
      summary: 'Short and sweet',
      summary_truncated: false,
    });
    expect(describeJob('x'.repeat(90))).toMatchObject({
      summary: 'x'.repeat(90),
      summary_truncated: false,
    });
    expect(describeJob('x'.repeat(91))).toMatchObject({
      summary: 'x'.repeat(90),
      summary_truncated: true,
    });
  });

  test.each([
    ['plain paragraphs', `${'One two three. '.repeat(30)}\n\n${'Four. '.repeat(99)}`],
    ['short paragraphs', 'One two\n\n'.repeat(200)],
    ['items', '- one\n\n- two\n\n'.repeat(100)],
    ['code', `\`\`\`\n${'one\n\n'.repeat(200)}\`\`\`\n\n${'two '.repeat(200)}`],
    [
      'a link reference defined at the end',
      `[one] ${'two '.repeat(99)}\n\nx\n\n[one]: https://a.example`,
    ],
    ['empty lines', `one${'\n\n'.repeat(300)}${'two '.repeat(99)}`],
    ['letters of another script', 'Один два три. '.repeat(99)],
    ['a letter with a combining accent', `${'x'.repeat(89)}e\u0301 and ${'more '.repeat(99)}`],
  ])('a summary equals the beginning of the whole plain text: %s', (_, source) => {
    const line = plainText(source).replaceAll('• ', '').replace(/\s+/g, ' ').trim();
    const { summary, summary_truncated } = describeJob(source);
    expect(line.startsWith(summary)).toBe(true);
    expect([...new Intl.Segmenter().segment(summary)]).toHaveLength(90);
    expect(summary_truncated).toBe(true);
  });

  test('a summary never splits a character', () => {
    const family = '👩‍👩‍👧‍👦';
    expect(describeJob(family.repeat(91)).summary).toBe(family.repeat(90));
  });
});

describe('HTML to Markdown', () => {
  const throughMarkdown = (html: string) => renderHtml(markdownFromHtml(html));

  test('headings, paragraphs and lists have the same structure in Markdown', () => {
    expect(
      throughMarkdown(
        '<h1><br /><strong>Who we are</strong></h1><p style="x">A <em>small</em> team.</p><ul><li><p>one</p></li><li><p>two</p></li></ul><ol><li>first</li></ol>',
      ),
    ).toBe(
      '<h3>Who we are</h3>\n<p>A <em>small</em> team.</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<ol>\n<li>first</li>\n</ol>\n',
    );
  });

  test.each([
    ['<p>a<strong>b:</strong>c</p>', 'ab:c'],
    ['<p><strong>a</strong><strong>b</strong>c</p>', 'abc'],
    ['<p>x<strong>, </strong>y</p>', 'x, y'],
    ['<p><em><strong>“Quote”</strong></em>word</p>', '“Quote”word'],
    ['<p><strong>one<br/>two</strong></p>', 'one\ntwo'],
    [
      '<p>2 * 3 * 4 and _under_ and # and 1. and [x] and `y`</p>',
      '2 * 3 * 4 and _under_ and # and 1. and [x] and `y`',
    ],
    ['<p>- not a list</p>', '- not a list'],
    ['<p>&lt;b&gt; &amp;amp;</p>', '<b> &'],
    ['<p>1) first</p><p>2. second</p>', '1) first\n\n2. second'],
    ['<p>1)<b> first</b></p><p>2.<b> second</b></p>', '1) first\n\n2. second'],
    ['<p>+</p><p>#</p>', '+\n\n#'],
    ['<ul>loose<li>one</li><li>two</li></ul>', 'loose\n\n• one\n• two'],
    ['<ul><li>one</li><b>loose</b><li>two</li></ul>', '• one\n\nloose\n\n• two'],
    ['<ol start="x"><li>one</li></ol>', '• one'],
    ['<ol start="-3"><li>one</li></ol>', '• one'],
    ['<a href="https://a.example"><p>one</p><p>two</p></a>', 'one\n\ntwo'],
    ['<a href="https://a.example"><h2>one</h2></a>', 'one'],
    ['<a href="#"><b>a</b></a><a href="#"><b>b</b></a>', 'ab'],
    ['a<a href="#"><b>“b”</b></a>c', 'a“b”c'],
  ])('no Markdown syntax remains in the text of %s', (html, words) => {
    expect(plainText(markdownFromHtml(html))).toBe(words);
  });

  test.each([
    'www.acme.example/careers',
    'tel:+351210000000',
    '#apply',
    '/rel',
    '//cdn.example/x',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' ',
    '',
  ])('a link to %j loses its URL, but its text stays', (href) => {
    const html = `<p>See <a href="${href}">our <b>careers</b> page</a>.</p>`;
    expect(markdownFromHtml(html)).toBe('See our **careers** page.');
  });

  test.each([
    ['https://a.example/x', 'https://a.example/x'],
    [' HTTPS://a.example/a\nb ', 'HTTPS://a.example/ab'],
    ['https://a.example/a b(c)\\', 'https://a.example/a%20b(c)%5C'],
    ['https://a.example/?a=1&amp;amp;b=(', 'https://a.example/?a=1&amp;amp;b=('],
    ['mailto:a@a.example', 'mailto:a@a.example'],
  ])('a link to %j has the same URL in Markdown', (href, address) => {
    expect(throughMarkdown(`<p><a href="${href}">our page</a></p>`)).toBe(
      `<p><a href="${address}" rel="nofollow noopener noreferrer ugc">our page</a></p>\n`,
    );
  });

  test.each([
    ['<b>a</b><a href="https://a.example"><b>b</b></a>', '**a**[**b**](https://a.example)'],
    ['a<a href="https://a.example"><b>“b”</b></a>c', 'a[**“b”**](https://a.example)c'],
    ['<b>see <a href="https://a.example">b</a></b>', '**see [b](https://a.example)**'],
    ['<a href="https://a.example"><p>a</p></a>', '[a](https://a.example)'],
  ])('emphasis and links do not interfere: %s', (html, markdown) => {
    expect(markdownFromHtml(html)).toBe(markdown);
  });

  test.each(['&nbsp;', '\u00a0'])('long runs of %j are converted in linear time', async (space) => {
    const cost = await cpuTimeOf(() =>
      expect(markdownFromHtml(`<p>a${space.repeat(50_000)}b</p>`)).toBe('a b'),
    );
    expect(cost).toBeLessThan(5_000);
  });

  test('everything that loads or runs is removed, and frames become links', () => {
    expect(
      markdownFromHtml(
        '<p>a</p><script>x</script><style>y</style><iframe src="https://a.example/b"></iframe><iframe src="javascript:alert(1)"></iframe><img src="https://a.example/i.png">',
      ),
    ).toBe('a\n\n[a.example](https://a.example/b)');
  });

  test.each([
    ['<p><b>Place:</b>Ulm</p>', '<p><strong>Place</strong>:Ulm</p>'],
    ['<p><del>old</del> new</p>', '<p><s>old</s> new</p>'],
    ['<p>H<sub>2</sub>O</p>', '<p>H<sub>2</sub>O</p>'],
    ['<p>&lt;sup&gt;x&lt;/sup&gt; ~~y~~</p>', '<p>&lt;sup&gt;x&lt;/sup&gt; ~~y~~</p>'],
    ['<p>It\u00e2\u20ac\u2122s M\u00c3\u00bcnchen</p>', '<p>It’s München</p>'],
    ['<p>CAFÉ… SÃO PAULO</p>', '<p>CAFÉ… SÃO PAULO</p>'],
    ['<p>machine ****learning</p>', '<p>machine learning</p>'],
    ['<pre><code>a &amp;amp; b</code></pre>', '<pre><code>a &amp;amp; b\n</code></pre>'],
    ['<p><img alt="Our loom"><img alt="a.png"></p>', '<p>Our loom</p>'],
  ])('%s is shown as it was meant', (html, shown) => {
    expect(throughMarkdown(html).trim()).toBe(shown);
  });

  test('superscripts and struck text have no markup in plain text', () => {
    const markdown = markdownFromHtml('<p>10<sup>6</sup> looms, the 1<sup>st</sup> <s>was</s></p>');
    expect(describeJob(markdown).summary).toBe('10⁶ looms, the 1st was');
  });

  test.each([
    ['superscripts', '<sup>a</sup><sup>'.repeat(200) + '&lt;sup&gt;'.repeat(5_000)],
    ['addresses', 'https://a.example/'.repeat(5_000)],
    ['brackets in an address', `https://a.example/${'('.repeat(50_000)}${')'.repeat(50_000)}`],
    ['misread letters', `<p>${'\u00c3\u20ac\u00e2'.repeat(30_000)}</p>`],
    ['references', `<p>${'&amp;amp;'.repeat(30_000)}</p>`],
    ['punctuation in bold', `<p>a<b>${'!'.repeat(50_000)}b</b>c</p>`],
    ['bold in turns', `<p>${'<b>a</b>b<i>c</i>'.repeat(5_000)}</p>`],
    ['lists in turns', '<ol><li>a</li></ol><ul></ul>'.repeat(3_000)],
    ['columns', `<table><tr>${'<td rowspan="20" colspan="20">a</td>'.repeat(3_000)}</tr></table>`],
  ])('hostile %s are converted in linear time', async (_, html) => {
    const cost = await cpuTimeOf(() => plainText(throughMarkdown(html)));
    expect(cost).toBeLessThan(5_000);
  });
});
