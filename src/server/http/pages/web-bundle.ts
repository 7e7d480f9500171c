import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import { StartupError } from '#server/platform/errors.ts';
import type { PageAssets, RenderPage, RouteAssets } from '#shared/render-page.ts';
import type { StaticFolders } from './static-files.ts';

/** The built web room, as the server uses it. */
export type WebBundle = {
  render: RenderPage;
  assets: PageAssets;
  /** What pages ask for early, as URL paths. */
  fonts: string[];
  folders: StaticFolders;
};

/** https://vite.dev/guide/backend-integration */
const viteManifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).optional(),
    css: z.array(z.string()).optional(),
  }),
);

type ViteManifest = z.infer<typeof viteManifest>;

/**
 * The bundle in `dist`.
 * @throws StartupError where it has not been built.
 */
export async function loadWebBundle(dist: string): Promise<WebBundle> {
  const client = join(dist, 'client');
  try {
    const manifest = viteManifest.parse(
      JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')),
    );
    const { render, fonts }: Pick<WebBundle, 'render' | 'fonts'> = await import(
      pathToFileURL(join(dist, 'ssr/entry-server.js')).href
    );
    return {
      render,
      assets: pageAssets(manifest),
      fonts,
      folders: {
        assets: join(client, 'assets'),
        site: join(client, 'static'),
        demoLogos: join(dist, 'server/demo-logos'),
      },
    };
  } catch (error) {
    throw new StartupError(`The pages are not built (npm run build): ${String(error)}`);
  }
}

/** Where `npm run build` puts everything, seen from a server that runs out of there. */
export function distFolder(): string {
  return dirname(dirname(fileURLToPath(import.meta.url)));
}

/** The chunk of a route's component, as the router's bundler plugin names it. */
const ROUTE_CHUNK = /^src\/web\/routes\/(?<file>[^?]+)\.tsx\?tsr-split=/;

function pageAssets(manifest: ViteManifest): PageAssets {
  const assets: PageAssets = {};
  for (const [key, chunk] of Object.entries(manifest)) {
    const file = ROUTE_CHUNK.exec(key)?.groups?.file;
    const route = chunk.isEntry ? '__root__' : file && routeId(file);
    if (!route) continue;
    const found = reachable(manifest, key);
    const existing: RouteAssets = assets[route] ?? {};
    assets[route] = {
      ...(chunk.isEntry && { scripts: [`/${chunk.file}`] }),
      css: [...new Set([...(existing.css ?? []), ...found.css])],
      preloads: [...new Set([...(existing.preloads ?? []), ...found.files])],
    };
  }
  const everywhere = assets.__root__ ?? {};
  for (const [route, { css = [], preloads = [] }] of Object.entries(assets)) {
    if (route === '__root__') continue;
    assets[route] = {
      css: css.filter((file) => !everywhere.css?.includes(file)),
      preloads: preloads.filter((file) => !everywhere.preloads?.includes(file)),
    };
  }
  return assets;
}

/** `jobs.index` is `/jobs/`, `jobs.$id` is `/jobs/$id`. */
function routeId(file: string): string {
  return `/${file.replaceAll('.', '/').replace(/(^|\/)index$/, '$1')}`;
}

/** A chunk and all that it imports. */
function reachable(manifest: ViteManifest, start: string): { files: string[]; css: string[] } {
  const seen = new Set<string>();
  const files: string[] = [];
  const css: string[] = [];
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    files.push(`/${chunk.file}`);
    css.push(...(chunk.css ?? []).map((file) => `/${file}`));
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(start);
  return { files, css };
}
