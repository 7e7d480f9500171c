/** The local storage key of the recent searches. They are never sent to the server. */
const RECENT_SEARCHES_KEY = 'recent-searches';

const MAX_RECENT = 5;

/** Reads the recent searches, newest first. Returns none if none are stored, or if the stored value is damaged. */
export function readRecentSearches(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(RECENT_SEARCHES_KEY) ?? '[]');
    if (!Array.isArray(value)) return [];
    return value.filter((text) => typeof text === 'string' && text !== '').slice(0, MAX_RECENT);
  } catch {
    // The value is damaged, or storage is forbidden. Continue without recent searches.
    return [];
  }
}

/** Stores the recent searches and returns them. */
export function storeRecentSearches(searches: string[]): string[] {
  try {
    if (searches.length > 0) localStorage.setItem(RECENT_SEARCHES_KEY, JSON.stringify(searches));
    else localStorage.removeItem(RECENT_SEARCHES_KEY);
  } catch {
    // Storage is full or forbidden. The searches are lost when the person leaves the page.
  }
  return searches;
}

/** Adds a search at the front. It replaces the same search in a different letter case. */
export function withRecentSearch(searches: string[], text: string): string[] {
  const search = text.trim();
  if (search === '') return searches;
  const others = searches.filter((other) => other.toLowerCase() !== search.toLowerCase());
  return [search, ...others].slice(0, MAX_RECENT);
}
