/** The styles that are loaded or loading, by their file. */
const styles = new Map<string, Promise<void>>();

/**
 * Loads a chunk, and at the same time the files that it imports. The build calls this function for each `import()`, in place
 * of Vite's, which every page would have to load and which also serves older browsers and other settings.
 * https://vite.dev/guide/features#async-chunk-loading-optimization
 * @throws the reason for a failure, after an event `vite:preloadError`
 */
export async function preload<Chunk>(
  load: () => Promise<Chunk>,
  files: string[] = [],
): Promise<Chunk> {
  try {
    await Promise.all(files.map(addFile));
    return await load();
  } catch (error) {
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
    throw error;
  }
}

/** Adds a file to the head. Resolves when it is loaded if it has styles, because the chunk needs them. */
function addFile(file: string): Promise<void> | undefined {
  const isStyle = file.endsWith('.css');
  const add = (settle?: Pick<GlobalEventHandlers, 'onload' | 'onerror'>) =>
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: isStyle ? 'stylesheet' : 'modulepreload',
        crossOrigin: '',
        href: `/${file}`,
        ...settle,
      }),
    );
  // Browsers fetch a module once, however often it is preloaded.
  if (!isStyle) return void add();
  const style =
    styles.get(file) ??
    new Promise<void>((resolve, reject) => {
      add({ onload: () => resolve(), onerror: () => reject(new Error(`Couldn't load ${file}`)) });
    });
  styles.set(file, style);
  // After a failure, the next call tries again.
  style.catch(() => styles.delete(file));
  return style;
}
