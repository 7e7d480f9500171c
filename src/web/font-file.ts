/** What most of a page is set in, for pages to ask for early: it is shown only where it is there at once. */
export { default as fontFile } from '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2?url';
