/**
 * The URL of the main font, for preloading. With `font-display: optional`, the font is used only if it arrives early.
 */
export { default as fontFile } from '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2?url';
