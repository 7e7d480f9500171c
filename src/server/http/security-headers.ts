import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** https://github.com/fastify/fastify-helmet */
export async function securityHeaders(
  app: FastifyInstance,
  { publicUrl, identityProvider }: { publicUrl: string; identityProvider: string | undefined },
): Promise<void> {
  const elsewhere = identityProvider && identityProvider !== publicUrl ? [identityProvider] : [];
  const https = publicUrl.startsWith('https:');
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
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
    },
    frameguard: { action: 'deny' },
    // A sign-in popup has to keep its tie to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}
