import { fontFile } from './font-file.ts';

let isAdopted = false;

/**
 * Uses the main font from the second page on, even if its file arrived too late for the first page. With
 * `font-display: optional`, a document otherwise keeps the fallback until it is left. A new page replaces the text
 * anyway, so nothing moves. https://developer.mozilla.org/en-US/docs/Web/API/FontFace
 */
export async function adoptFont(): Promise<void> {
  if (isAdopted) return;
  isAdopted = true;
  const face = new FontFace('Schibsted Grotesk', `url(${fontFile})`, { weight: '400 700' });
  try {
    document.fonts.add(await face.load());
  } catch {
    // The browser is offline. The next page tries again.
    isAdopted = false;
  }
}
