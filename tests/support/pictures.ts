import { constants, crc32, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';

/** A picture whose left half is red and right half blue. */
export function twoColors(width = 64, height = 32) {
  return sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: '#f00' } },
      left: 0,
      top: 0,
    },
  ]);
}

export function svg(content: string, attributes = 'width="100" height="50"'): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
  );
}

/** Makes a blank PNG, whose compressed size is a thousandth of its decoded size: https://www.w3.org/TR/png-3/ */
export async function blankPng(width: number, height: number, bits: 1 | 32 = 1): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // The pixel format: one bit of grey, or eight bits each of red, green, blue and opacity.
  header.set(bits === 1 ? [1, 0] : [8, 6], 8);
  const data = deflatedZeros((1 + Math.ceil((width * bits) / 8)) * height);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Deflates zeros. Each block deflates to the same bytes, so the result is assembled from equal blocks:
 * https://www.rfc-editor.org/rfc/rfc1950#section-2.2
 */
function deflatedZeros(bytes: number): Buffer {
  const blockSize = 2 ** 20;
  const deflate = (length: number, finishFlush: number) =>
    deflateRawSync(Buffer.alloc(length), { level: 9, finishFlush });
  const block = deflate(blockSize, constants.Z_FULL_FLUSH);
  const check = Buffer.alloc(4);
  check.writeUInt16BE(bytes % 65_521, 0);
  check.writeUInt16BE(1, 2);
  return Buffer.concat([
    Buffer.from('78da', 'hex'),
    ...Array.from({ length: Math.floor(bytes / blockSize) }, () => block),
    deflate(bytes % blockSize, constants.Z_FINISH),
    check,
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}

/** Makes an SVG with an embedded PNG that takes half a gigabyte when decoded. */
export async function svgAroundBomb(): Promise<Buffer> {
  const bomb = (await blankPng(11_000, 11_000, 32)).toString('base64');
  return svg(`<image width="100" height="50" href="data:image/png;base64,${bomb}"/>`);
}

/** The color of a pixel: red, green, blue and opacity, each from 0 to 255. */
export async function colorAt(picture: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}
