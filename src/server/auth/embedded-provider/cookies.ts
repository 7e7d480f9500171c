import type { FastifyRequest } from 'fastify';

/** The attributes of the board’s own sign-in cookies. */
export function cookieAttributes(origin: string): string {
  return `path=/; samesite=lax; httponly${origin.startsWith('https:') ? '; secure' : ''}`;
}

export function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  const prefix = `${name}=`;
  return headers.cookie
    ?.split('; ')
    .find((cookie) => cookie.startsWith(prefix))
    ?.slice(prefix.length);
}
