import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import { StartupError } from '#server/platform/errors.ts';
import type { PageAssets, RenderPage, RouteAssets, RouteWithoutPage } from '#shared/render-page.ts';
import type { StaticFolders } from './static-files.ts';

/** The built web app, in the form that the server needs. */
export type WebBundle = {
  render: RenderPage;
  routeWithoutPage: RouteWithoutPage;
  assets: PageAssets;
  /** The URL path of the script of the sign-in pages. */
  signInScript: string;
  /** URL paths of the fonts to preload. */
  fonts: string[];
  folders: StaticFolders;
};

/** The format of Vite's manifest. https://vite.dev/guide/backend-integration */
const viteManifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).optional(),
    css: z.array(z.string()).optional(),
  }),
);

type ViteManifest = z.infer<typeof viteManifest>;

/**
 * Loads the bundle from `dist`.
 * @throws StartupError if the bundle has not been built
 */
export async function loadWebBundle(dist: string): Promise<WebBundle> {
  const client = join(dist, 'client');
  try {
    const manifest = viteManifest.parse(
      JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')),
    );
    const {
      render,
      routeWithoutPage,
      fonts,
    }: Pick<WebBundle, 'render' | 'routeWithoutPage' | 'fonts'> = await import(
      pathToFileURL(join(dist, 'ssr/entry-server.js')).href
    );
    return {
      render,
      routeWithoutPage,
      assets: pageAssets(manifest),
      signInScript: `/${manifest[SIGN_IN_ENTRY]?.file}`,
      fonts,
      folders: {
        assets: join(client, 'assets'),
        site: join(client, 'static'),
        demoLogos: join(dist, 'server/demo-logos'),
      },
    };
  } catch (error) {
    throw new StartupError(`Web bundle missing; run npm run build: ${String(error)}`);
  }
}

/** The output folder of `npm run build`. Call this only in the built server, which runs from that folder. */
export function distFolder(): string {
  return dirname(dirname(fileURLToPath(import.meta.url)));
}

/**
 * The keys in the manifest of the two scripts with which pages begin: those of the app, and the sign-in pages, which
 * are plain HTML.
 */
const PAGES_ENTRY = 'src/web/entry-client.tsx';
const SIGN_IN_ENTRY = 'src/web/entry-sign-in.ts';

/** Matches the manifest key of a route's component, in the format of the router's Vite plugin. */
const ROUTE_CHUNK = /^src\/web\/routes\/(?<file>[^?]+)\.tsx\?tsr-split=/;

function pageAssets(manifest: ViteManifest): PageAssets {
  const assets: PageAssets = {};
  for (const [key, chunk] of Object.entries(manifest)) {
    const file = ROUTE_CHUNK.exec(key)?.groups?.file;
    const route = key === PAGES_ENTRY ? '__root__' : file && routeId(file);
    if (!route) continue;
    const reached = reachable(manifest, key);
    const existing: RouteAssets = assets[route] ?? {};
    assets[route] = {
      ...(key === PAGES_ENTRY && { scripts: [`/${chunk.file}`] }),
      css: [...new Set([...(existing.css ?? []), ...reached.css])],
      preloads: [...new Set([...(existing.preloads ?? []), ...reached.files])],
    };
  }
  const shared = assets.__root__ ?? {};
  for (const [route, { css = [], preloads = [] }] of Object.entries(assets)) {
    if (route === '__root__') continue;
    assets[route] = {
      css: css.filter((file) => !shared.css?.includes(file)),
      preloads: preloads.filter((file) => !shared.preloads?.includes(file)),
    };
  }
  return assets;
}

/** Converts a file name to a route id: `jobs.index` to `/jobs/`, `jobs.$id` to `/jobs/$id`. */
function routeId(file: string): string {
  return `/${file.replaceAll('.', '/').replace(/(^|\/)index$/, '$1')}`;
}

/** Returns the files and style sheets that a chunk and all its imports need. */
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
