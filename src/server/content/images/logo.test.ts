import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ProblemError } from '#server/http/api/problem.ts';
import { MAX_LOGO_PIXELS } from '#shared/limits.ts';
import { blankPng, colorAt, svg, svgAroundBomb, twoColors } from '#tests/support/pictures.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { drawLogo } from './logo.ts';

const RED = [255, 0, 0, 255];
const NOTHING = [0, 0, 0, 0];
const rectangle = '<rect width="100" height="50" fill="#f00"/>';

type Parameters = [content: Buffer, limits?: { time: number; memory: number }];

async function draw(...parameters: Parameters) {
  const picture = await drawLogo(...parameters);
  return { picture, ...(await sharp(picture).metadata()) };
}

/** Returns the status and errors of a refusal, or an empty object if the picture is drawn. */
async function refuse(...parameters: Parameters) {
  try {
    await drawLogo(...parameters);
    return {};
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { status: error.status, errors: error.errors };
  }
}

/** Compares colors with a tolerance, because WebP is lossy. */
function expectColor(color: number[], wanted: number[]) {
  expect(color.map((value, n) => Math.abs(value - (wanted[n] ?? 0)) <= 12)).toEqual(
    wanted.map(() => true),
  );
}

describe('a picture in a supported format', () => {
  test.each([
    ['PNG', () => twoColors().png().toBuffer()],
    ['JPEG', () => twoColors().jpeg().toBuffer()],
    ['progressive JPEG', () => twoColors().jpeg({ progressive: true }).toBuffer()],
    ['WebP', () => twoColors().webp().toBuffer()],
    ['GIF', () => twoColors().gif().toBuffer()],
    ['AVIF', () => twoColors().avif().toBuffer()],
  ])('%s is drawn as WebP with the same size', async (_name, make) => {
    const { picture, format, width, height } = await draw(await make());
    expect({ format, width, height }).toEqual({ format: 'webp', width: 64, height: 32 });
    expectColor(await colorAt(picture, 10, 16), RED);
    expectColor(await colorAt(picture, 54, 16), [0, 0, 255, 255]);
  });

  test('a picture is reduced to the maximum size of a logo', async () => {
    const { width, height } = await draw(await twoColors(2_000, 1_000).png().toBuffer());
    expect({ width, height }).toEqual({ width: 512, height: 256 });
  });

  test('a picture may have the maximum number of pixels, but not one row more', async () => {
    const side = Math.sqrt(MAX_LOGO_PIXELS);
    expect(await draw(await blankPng(side, side))).toMatchObject({ width: 512, height: 512 });
    expect(await refuse(await blankPng(side, side + 1))).toMatchObject({ status: 413 });
  });

  test('a picture loses its metadata, such as location and author', async () => {
    const source = await twoColors()
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><who>Ada</who></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    const before = await sharp(source).metadata();
    expect([before.exif, before.xmp, before.icc]).not.toContain(undefined);

    const { picture, exif, xmp, icc, iptc } = await draw(source);
    expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(picture.includes('Ada')).toBe(false);
  });

  test('a picture is rotated upright', async () => {
    const source = await twoColors().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { picture, width, height, orientation } = await draw(source);
    expect({ width, height, orientation }).toEqual({
      width: 32,
      height: 64,
      orientation: undefined,
    });
    expectColor(await colorAt(picture, 16, 10), RED);
  });

  test.each(['gif', 'webp'] as const)('an animated %s becomes its first frame', async (format) => {
    const frames = ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    const source = await sharp(await Promise.all(frames), { join: { animated: true } })
      .toFormat(format, { delay: [100, 100, 100] })
      .toBuffer();
    expect((await sharp(source).metadata()).pages).toBe(3);

    const { picture, pages, height } = await draw(source);
    expect(pages ?? 1).toBe(1);
    expect(height).toBe(40);
    expectColor(await colorAt(picture, 20, 20), RED);
  });
});

describe('an SVG', () => {
  test.each([
    ['without a size', 'viewBox="0 0 100 50"'],
    ['of 16 pixels', 'width="16" height="8" viewBox="0 0 100 50"'],
    ['of two pixels', 'width="2" height="1" viewBox="0 0 100 50"'],
    ['of 30,000 pixels', 'width="30000" height="15000" viewBox="0 0 100 50"'],
    ['in inches', 'width="2in" height="1in" viewBox="0 0 100 50"'],
  ])('%s is drawn sharply at the maximum size of a logo', async (_name, attributes) => {
    const { picture, width, height } = await draw(svg(rectangle, attributes));
    expect({ width, height }).toEqual({ width: 512, height: 256 });
    for (const [left, top] of [[0, 0] as const, [511, 255] as const]) {
      expectColor(await colorAt(picture, left, top), RED);
    }
  });

  test.each([
    ['is a kilometre wide', 'width="4000000" height="4000000"', 413],
    ['is thinner than a pixel', 'width="100000" height="1"', 400],
    ['is smaller than a pixel', 'width="0.5" height="0.25"', 400],
    ['has no size at all', 'width="0" height="0"', 400],
  ])('an SVG that %s is refused', async (_name, attributes, status) => {
    expect(await refuse(svg(rectangle, attributes))).toMatchObject({ status });
  });

  test('loses its scripts', async () => {
    const { picture, format } = await draw(
      svg(`${rectangle}<script>alert(1)</script><g onload="alert(1)"/>
        <foreignObject width="100" height="50"><body xmlns="http://www.w3.org/1999/xhtml">
        <script>alert(1)</script></body></foreignObject>`),
    );
    expect(format).toBe('webp');
    expect(picture.includes('alert')).toBe(false);
    expectColor(await colorAt(picture, 256, 128), RED);
  });

  test('reads no file and sends no request', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'composable-jobs-test-'));
    const requests: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url);
      response.end();
    });
    try {
      const red = await sharp({
        create: { width: 8, height: 8, channels: 3, background: '#f00' },
      })
        .png()
        .toBuffer();
      const file = join(folder, 'red.png');
      await writeFile(file, red);
      await writeFile(join(folder, 'red.svg'), svg(`<g id="red">${rectangle}</g>`));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const image = (href: string) =>
        `<image width="100" height="50" preserveAspectRatio="none" href="${href}" xlink:href="${href}"/>`;
      const within = `data:image/png;base64,${red.toString('base64')}`;

      expectColor(await colorAt(await drawLogo(svg(image(within))), 9, 9), RED);
      const outside = svg(
        [file, `file://${file}`, `${origin}/red.png`].map(image).join('') +
          `<use href="file://${folder}/red.svg#red" xlink:href="file://${folder}/red.svg#red"/>
          <style>@import url("${origin}/red.css"); @import url("file://${folder}/red.css");</style>
          <text y="20"><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/></text>`,
      );
      expect(await colorAt(await drawLogo(outside), 9, 9)).toEqual(NOTHING);
      expect(requests).toEqual([]);
    } finally {
      server.close();
      await removeFolder(folder);
    }
  });

  test('loads no entity from a file', async () => {
    const entity = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>`;
    const text = svg('<text y="20">&x;</text>');
    expect(await refuse(Buffer.from(`${entity}${text}`))).toMatchObject({ status: 400 });
  });

  test('that multiplies its entities (billion laughs) is refused', async () => {
    const levels = Array.from(
      { length: 9 },
      (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`,
    );
    const entities = `<!DOCTYPE svg [<!ENTITY e0 "<rect/>">${levels.join('')}]>`;
    expect(await refuse(Buffer.from(`${entities}${svg('&e9;')}`))).toMatchObject({ status: 400 });
  });

  const uses = Array.from(
    { length: 8 },
    (_, n) => `<g id="u${n + 1}">${`<use href="#u${n}"/>`.repeat(10)}</g>`,
  );
  test.each([
    [
      'nested uses',
      `<defs><g id="u0" opacity=".5">${rectangle}</g>${uses.join('')}</defs><use href="#u8"/>`,
    ],
    [
      'thousands of filters',
      `<filter id="f">${'<feTurbulence baseFrequency="0.9" numOctaves="9"/>'.repeat(5_000)}</filter>
      <rect width="100" height="50" filter="url(#f)"/>`,
    ],
  ])(
    'an SVG that would take hours to draw, with %s, is stopped after the time limit',
    async (_name, content) => {
      const refusal = await refuse(svg(content), { time: 1_500, memory: 2 ** 30 });
      expect(refusal).toEqual({
        status: 400,
        errors: [{ path: 'file', message: expect.stringMatching(/^must be a simpler picture/) }],
      });
      // The queue continues with the next picture.
      expect(await draw(svg(rectangle))).toMatchObject({ format: 'webp' });
    },
  );
});

describe('an unsuitable file', () => {
  const text = (content: string) => async () => Buffer.from(content);
  test.each([
    ['a web page', 415, text('<!doctype html><title>Hi</title><script>alert(1)</script>')],
    ['a web page with a drawing', 400, text('<html><body><svg></svg></body></html>')],
    ['plain text', 415, text('hello')],
    ['a PDF', 415, text('%PDF-1.7\n')],
    ['a TIFF', 415, () => twoColors().tiff().toBuffer()],
    ['a compressed SVG', 415, async () => gzipSync(svg(rectangle))],
    ['a truncated SVG', 400, async () => svg(rectangle).subarray(0, -10)],
    ['a HEIC without content', 400, text('\0\0\0\x18ftypheic\0\0\0\0heicmif1')],
    [
      'a truncated JPEG',
      400,
      async () => (await twoColors(800, 800).jpeg().toBuffer()).subarray(0, -200),
    ],
    ['a PNG of 30,000 × 30,000 pixels', 413, () => blankPng(30_000, 30_000)],
    ['a PNG without its pixel data', 400, async () => (await blankPng(900, 900)).subarray(0, 60)],
  ])('an unsuitable file, %s, is refused with %i', async (_name, status, make) => {
    expect(await refuse(await make())).toEqual({
      status,
      errors: [{ path: 'file', message: expect.stringMatching(/^must /) }],
    });
  });
});

test('several pictures at once use no more memory than a single one', async () => {
  const bombs = await Promise.all([svgAroundBomb(), svgAroundBomb(), blankPng(30_000, 30_000)]);
  const before = process.memoryUsage().rss;
  let own = 0;
  let peak = 0;
  const watch = setInterval(async () => {
    own = Math.max(own, process.memoryUsage().rss - before);
    peak = Math.max(peak, await memoryOfChildren());
  }, 10);
  const statuses = await Promise.all(bombs.map(async (bomb) => (await refuse(bomb)).status));
  clearInterval(watch);

  expect(statuses).toEqual([400, 400, 413]);
  expect(own).toBeLessThan(200 * 1024 ** 2);
  // Without a limit, each of the first two pictures takes 1.4 GB.
  expect(peak).toBeLessThan(900 * 1024 ** 2);
  if (process.platform === 'linux') expect(peak).toBeGreaterThan(0);
});

test('a picture is refused if the queue of pictures is full', async () => {
  const picture = svg(rectangle);
  const statuses = await Promise.all(
    // Make each drawing time out at once, so that the test does not wait for eighteen drawings.
    Array.from(
      { length: 18 },
      async () => (await refuse(picture, { time: 1, memory: 2 ** 30 })).status,
    ),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect(await draw(picture)).toMatchObject({ format: 'webp' });
});

/** The memory of all drawing processes (bytes); 0 on systems without `/proc`. */
async function memoryOfChildren(): Promise<number> {
  const read = (file: string) => readFile(file, 'utf8').catch(() => '');
  const children = await read(`/proc/${process.pid}/task/${process.pid}/children`);
  const sizes = children
    .split(' ')
    .filter(Boolean)
    .map(async (pid) => {
      const [, kilobytes = 0] = /VmRSS:\s+(\d+)/.exec(await read(`/proc/${pid}/status`)) ?? [];
      return Number(kilobytes) * 1024;
    });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
