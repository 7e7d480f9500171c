import type { Page } from '@playwright/test';

/** Returns all that a script or a person can read of this browser's storage and page, as one text. */
export function readBrowserStorage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await Promise.all(
      (await indexedDB.databases()).map(async ({ name = '' }) => {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.onsuccess = () => resolve(opening.result);
          opening.onerror = () => reject(opening.error);
        });
        const rows = [...database.objectStoreNames].map(
          (store) =>
            new Promise<unknown>((resolve, reject) => {
              const all = database.transaction(store).objectStore(store).getAll();
              all.onsuccess = () => resolve(all.result);
              all.onerror = () => reject(all.error);
            }),
        );
        return [name, await Promise.all(rows)];
      }),
    );
    const { navigation } = window as unknown as {
      navigation: { entries(): { url: string; getState(): unknown }[] };
    };
    return JSON.stringify({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases,
      caches: await caches.keys(),
      cookies: document.cookie,
      name: window.name,
      state: history.state,
      history: navigation.entries().map((entry) => [entry.url, entry.getState()]),
      html: document.documentElement.outerHTML,
      fields: [...document.querySelectorAll('input, textarea')].map((field) =>
        Reflect.get(field, 'value'),
      ),
    });
  });
}
