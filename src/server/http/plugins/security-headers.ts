import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyReply {
    /** Allows these inline scripts on this page, by their hashes. */
    allowScripts(hashes: string[]): void;
  }
}

/** A year. */
export const HSTS_SECONDS = 365 * 24 * 60 * 60;

/** What a document may load that shows nothing but itself. Browsers take none of the last four from the first. */
const NOTHING = {
  'default-src': ["'none'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** The same as a header, for answers that helmet does not reach. */
export const NOTHING_IN_A_HEADER = Object.entries(NOTHING)
  .map(([directive, sources]) => [directive, ...sources].join(' '))
  .join(';');

/**
 * For a file that somebody has uploaded: whatever it is taken for, nothing in it runs.
 * https://cheatsheetseries.owasp.org/cheatsheets/File_Upload_Cheat_Sheet.html
 */
export const uploadedFile = {
  contentSecurityPolicy: { useDefaults: false, directives: { ...NOTHING, sandbox: [] } },
} as const;

/**
 * For a page that any site may put into a frame, in place of what holds for all others: it loads one style sheet
 * and nothing else. A site that isolates itself takes no frame that does not say it does the same.
 * https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Cross-Origin-Embedder-Policy
 */
export const framedAnywhere = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      ...NOTHING,
      'style-src': ["'self'"],
      'frame-ancestors': ['*'],
    },
  },
  frameguard: false,
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  crossOriginEmbedderPolicy: { policy: 'require-corp' },
} as const;

/** https://github.com/fastify/fastify-helmet */
export async function securityHeaders(
  app: FastifyInstance,
  { publicUrl, identityProvider }: { publicUrl: string; identityProvider: string | undefined },
): Promise<void> {
  const elsewhere = identityProvider && identityProvider !== publicUrl ? [identityProvider] : [];
  const https = publicUrl.startsWith('https:');
  const contentSecurityPolicy = (scripts: string[] = []) => ({
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...scripts],
      styleSrc: ["'self'"],
      // A company's logo may stand on its own site.
      imgSrc: ["'self'", 'data:', 'https:', 'http:'],
      // The sign-in SDK asks the identity provider in a hidden frame, and fetches tokens from it.
      connectSrc: ["'self'", ...elsewhere],
      frameSrc: ["'self'", ...elsewhere],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...(https && { upgradeInsecureRequests: [] }),
    },
  });
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(),
    frameguard: { action: 'deny' },
    // A sign-in popup has to keep its tie to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: https ? { maxAge: HSTS_SECONDS, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  app.decorateReply('allowScripts', function allowScripts(this: FastifyReply, hashes) {
    this.helmet({ contentSecurityPolicy: contentSecurityPolicy(hashes) });
  });
}
