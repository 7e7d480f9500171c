/**
 * The program of the logo process, which redraws one picture as a logo. A picture may need any amount of time and
 * memory. libvips cannot be stopped while it draws an SVG, but a process can be killed. `logo.ts` starts this process,
 * sends a task and receives the answer. The program is JavaScript, so that it runs without a build, from the sources as
 * well as next to the bundle.
 *
 * @typedef {{ content: Buffer, pixels: number, side: number, memory: number }} DrawLogoTask
 * @typedef {{ picture: Buffer } | { refused: 'format' | 'pixels' | 'broken' }} DrawLogoAnswer
 */
import sharp from 'sharp';

// Block all loaders, and then unblock the supported ones. https://sharp.pixelplumbing.com/api-utility/#block
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((it) => `VipsForeignLoad${it}`),
});
sharp.concurrency(1);

/** The density at which an SVG has the pixel size that it declares (dpi). */
const CSS_DENSITY = 72;
/** The densities (dpi) that sharp accepts: https://sharp.pixelplumbing.com/api-constructor/ */
const DENSITIES = { min: 1, max: 100_000 };

/**
 * @param {DrawLogoTask} task
 * @returns {Promise<DrawLogoAnswer>}
 */
async function draw({ content, pixels, side }) {
  // Refuse gzip, because the size of a decompressed SVG is unknown.
  if (content[0] === 0x1f && content[1] === 0x8b) return { refused: 'format' };
  try {
    const { format, compression, width, height } = await sharp(content, {
      limitInputPixels: false,
    }).metadata();
    if (format === 'heif' && compression !== 'av1') return { refused: 'format' };
    const vector = format === 'svg';
    if (!vector && width * height > pixels) return { refused: 'pixels' };
    const density = (CSS_DENSITY * side) / Math.max(width, height);
    const picture = await sharp(content, {
      limitInputPixels: pixels,
      failOn: 'error',
      ...(vector && {
        density: Math.min(Math.max(density, DENSITIES.min), DENSITIES.max),
      }),
    })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: !vector })
      .webp({ quality: 90, smartSubsample: true })
      .toBuffer();
    return { picture };
  } catch (error) {
    const reason = String(error);
    if (/unsupported image format/.test(reason)) return { refused: 'format' };
    if (/exceeds .*pixel limit/.test(reason)) return { refused: 'pixels' };
    return { refused: 'broken' };
  }
}

/** Ends the process at once. `exit` would wait for the drawing in progress. */
const die = () => process.kill(process.pid, 'SIGKILL');

process.once('disconnect', die);
// Ignore these signals. A terminal or service manager sends them to every process, but the server still needs this
// drawing to complete its responses.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});

process.once('message', async (/** @type {DrawLogoTask} */ task) => {
  setInterval(() => {
    if (process.memoryUsage.rss() > task.memory) die();
  }, 10);
  const answer = await draw(task);
  process.send?.(answer, () => process.exit());
});
