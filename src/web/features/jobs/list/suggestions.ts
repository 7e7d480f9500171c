/** The components of a chunk that is loaded once a search or location field is used. */
export { PlaceSuggestions } from './place-suggestions.tsx';
export { SearchSuggestions } from './search-suggestions.tsx';
