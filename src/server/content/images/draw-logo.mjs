/**
 * Draws one picture anew as a logo, in a process of its own: a picture may ask for any amount of time
 * and memory, libvips cannot be stopped in the midst of an SVG, and a process can. `logo.ts` starts it,
 * sends a task and gets an answer. JavaScript, for it runs as it stands, from the sources and beside
 * the bundle alike.
 *
 * @typedef {{ content: Buffer, pixels: number, side: number, memory: number }} DrawLogoTask
 * @typedef {{ picture: Buffer } | { refused: 'format' | 'pixels' | 'broken' }} DrawLogoAnswer
 */
import sharp from 'sharp';

// https://sharp.pixelplumbing.com/api-utility/#block
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((it) => `VipsForeignLoad${it}`),
});
sharp.concurrency(1);

/** At which an SVG's pixels are as many as it states. */
const CSS_DENSITY = 72;
/** The densities that sharp takes: https://sharp.pixelplumbing.com/api-constructor/ */
const DENSITIES = { least: 1, most: 100_000 };

/**
 * @param {DrawLogoTask} task
 * @returns {Promise<DrawLogoAnswer>}
 */
async function draw({ content, pixels, side }) {
  // A compressed SVG: nobody knows what it unpacks to.
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
        density: Math.min(Math.max(density, DENSITIES.least), DENSITIES.most),
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

/** Not `exit`, which would wait for what is being drawn. */
const die = () => process.kill(process.pid, 'SIGKILL');

process.once('disconnect', die);
// A terminal or a service manager tells them to every process; the server still finishes its answers.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});

process.once('message', async (/** @type {DrawLogoTask} */ task) => {
  setInterval(() => {
    if (process.memoryUsage.rss() > task.memory) die();
  }, 10);
  const answer = await draw(task);
  process.send?.(answer, () => process.exit());
});
