/**
 * The first parts of the paths that the board uses itself, so that no page of the operator can have them. A test compares
 * them with the routes of the server and of the pages.
 */
export const RESERVED_SLUGS: readonly string[] = [
  'account',
  'account-deleted',
  'admin',
  'alerts',
  'api',
  'assets',
  'authorize',
  'companies',
  'dashboard',
  'demo-logos',
  'dev',
  'developers',
  'embed',
  'employers',
  'healthz',
  'jobs',
  'look',
  'oauth',
  'oembed',
  'previews',
  'readyz',
  'reminders',
  'saved',
  'sitemaps',
  'static',
  'uploads',
  'userinfo',
  'v2',
];
