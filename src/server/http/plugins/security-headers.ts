import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyReply {
    /** Allows these inline scripts on the page, by their hashes. */
    allowScripts(hashes: string[]): void;
  }
}

/** The lifetime of HTTP Strict Transport Security: one year. */
export const HSTS_SECONDS = 365 * 24 * 60 * 60;

/**
 * Content-Security-Policy directives that forbid everything. The last three are necessary, because they do not fall
 * back to `default-src`.
 */
const DENY_ALL = {
  'default-src': ["'none'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** The same directives as a header value, for responses that Helmet does not process. */
export const DENY_ALL_CSP = Object.entries(DENY_ALL)
  .map(([directive, sources]) => [directive, ...sources].join(' '))
  .join(';');

/**
 * Headers of uploaded files. They prevent scripts in the file from running, whatever type a browser assumes.
 * https://cheatsheetseries.owasp.org/cheatsheets/File_Upload_Cheat_Sheet.html
 */
export const uploadedFile = {
  contentSecurityPolicy: { useDefaults: false, directives: { ...DENY_ALL, sandbox: [] } },
} as const;

/**
 * Headers of a page that any site may embed in a frame. The page may load only style sheets. A cross-origin isolated
 * site can embed only frames with a `Cross-Origin-Embedder-Policy`.
 * https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Cross-Origin-Embedder-Policy
 */
export const framedAnywhere = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      ...DENY_ALL,
      'style-src': ["'self'"],
      'frame-ancestors': ['*'],
    },
  },
  frameguard: false,
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  crossOriginEmbedderPolicy: { policy: 'require-corp' },
} as const;

/** Sets security headers on all responses. https://github.com/fastify/fastify-helmet */
export async function securityHeaders(
  app: FastifyInstance,
  { publicUrl, identityProvider }: { publicUrl: string; identityProvider: string | undefined },
): Promise<void> {
  const otherOrigins = identityProvider && identityProvider !== publicUrl ? [identityProvider] : [];
  const https = publicUrl.startsWith('https:');
  const contentSecurityPolicy = {
    useDefaults: false,
    directives: {
      // Also applies to style sheets and, without an identity provider, to connections and frames.
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Logos of companies may be on any site.
      imgSrc: ["'self'", 'data:', 'https:', 'http:'],
      // The browser library for signing in opens the identity provider in a hidden frame and fetches tokens from it.
      ...(otherOrigins.length > 0 && {
        connectSrc: ["'self'", ...otherOrigins],
        frameSrc: ["'self'", ...otherOrigins],
      }),
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...(https && { upgradeInsecureRequests: [] }),
    },
  };
  await app.register(helmet, {
    contentSecurityPolicy,
    frameguard: { action: 'deny' },
    // The window of a sign-in popup needs access to the window that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: https ? { maxAge: HSTS_SECONDS, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Leave out headers that only concern old browsers and plugins, to shorten the first round trip.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  app.decorateReply('allowScripts', function allowScripts(this: FastifyReply, hashes) {
    // Helmet has set the header. Calling it again would build and write all headers anew.
    const policy = String(this.getHeader('content-security-policy'));
    const sources = ["script-src 'self'", ...hashes].join(' ');
    this.header(
      'content-security-policy',
      policy.replace("script-src 'self'", () => sources),
    );
  });
}
