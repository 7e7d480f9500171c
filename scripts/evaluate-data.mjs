import { runnerImport } from 'vite';

/**
 * A Vite plugin that evaluates modules whose names end with `.data.ts` while it builds. The bundle contains only the
 * values that they export, so a start neither reads nor parses data files. Elsewhere, the modules run as they are.
 * https://vitepress.dev/guide/data-loading
 * @returns {import('vite').Plugin}
 */
export function evaluateData() {
  return {
    name: 'evaluate-data',
    apply: 'build',
    load: {
      filter: { id: /\.data\.ts$/ },
      async handler(id) {
        const { module } = await runnerImport(id);
        return Object.entries(Object(module))
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n');
      },
    },
  };
}
