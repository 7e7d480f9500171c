import sharp from 'sharp';
import { previewLook } from '../look.ts';
import type { DrawPreviewTask, PreviewCard } from '../preview-card.ts';

/** Makes a task with plausible values, which a test can override. */
export function cardTask(values: Partial<PreviewCard> = {}, logo?: Buffer): DrawPreviewTask {
  const card: PreviewCard = {
    heading: 'Maker',
    byline: 'Ada & Sons',
    paragraph: '',
    facts: [{ text: 'Full-Time', block: { shape: 'square', color: 'brand', column: 0, row: 0 } }],
    mark: [{ shape: 'square', color: 'plum', column: 0, row: 0 }],
    pattern: [],
    site: { name: 'Test Board', sign: [] },
    ...values,
  };
  return { card, look: previewLook(''), logo, boardLogo: undefined };
}

type Area = { left: number; top: number; width: number; height: number };

/** The area of a preview in which the title of a job is drawn (pixels). */
const HEADING_AREA: Area = { left: 0, top: 180, width: 1_200, height: 260 };

/**
 * Counts the pixels in an area that differ from the background, and those of them that are not gray. Also returns the
 * bounds of the pixels.
 */
export async function inkIn(picture: Buffer, area: Area = HEADING_AREA) {
  const { data } = await sharp(picture).extract(area).raw().toBuffer({ resolveWithObject: true });
  let pixels = 0;
  let colored = 0;
  let left = area.width;
  let right = 0;
  for (let place = 0; place < data.length; place += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(place, place + 3);
    if (Math.min(red, green, blue) > 0xe0) continue;
    const x = (place / 3) % area.width;
    pixels += 1;
    left = Math.min(left, x);
    right = Math.max(right, x);
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 100) colored += 1;
  }
  return { pixels, colored, left: area.left + left, right: area.left + right };
}

/** The color of a pixel as red, green and blue. */
export async function colorAt(picture: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return [...pixel];
}
