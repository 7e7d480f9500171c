/**
 * The URL of the main font, for preloading. With `font-display: optional`, the font is used only if it arrives early.
 */
export { default as fontFile } from '@fonts/english.woff2?url';
