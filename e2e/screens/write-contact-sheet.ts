import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ALL_VIEWS,
  FOLDER,
  pictureName,
  SCHEMES,
  screenOf,
  type ViewName,
} from '../support/pictures/views.ts';

/** Writes a page that shows all pictures: one row for each screen, and within it the views in their order. */
export default async function writeContactSheet(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const files = new Set((await readdir(FOLDER)).filter((file) => file.endsWith('.png')));
  const screens = [...new Set([...files].map(screenOf))].sort();
  const rows = screens.map((screen) => {
    const pictures = SCHEMES.flatMap((scheme) =>
      (Object.keys(ALL_VIEWS) as ViewName[]).map((view) => {
        const file = pictureName(screen, view, scheme);
        if (!files.has(file)) return '';
        const url = encodeURIComponent(file);
        return `<figure><a href="${url}"><img src="${url}" alt="${file}" width="${ALL_VIEWS[view].width / 4}" loading="lazy"></a><figcaption>${view}, ${scheme}</figcaption></figure>`;
      }),
    );
    return `<h2>${screen}</h2><div>${pictures.join('\n')}</div>`;
  });
  const page = `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>
  body { background: #888; font: 1rem sans-serif }
  div { display: flex; flex-wrap: wrap; align-items: start; gap: 0.5rem }
  figure { margin: 0; font-size: 0.75rem }
</style>
<h1>${files.size} pictures of ${screens.length} screens</h1>
${rows.join('\n')}`;
  await writeFile(join(FOLDER, 'index.html'), page);
}
