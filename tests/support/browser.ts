import type { FastifyInstance, InjectOptions } from 'fastify';

/** A minimal browser. It stores cookies by name and path and does not follow redirects. */
export type Browser = {
  /** The cookies, with their name and path as the key. */
  cookies: Map<string, { name: string; value: string; path: string }>;
  visit: (
    address: string,
    options?: InjectOptions,
  ) => Promise<{ status: number; location: string; html: string; headers: InjectHeaders }>;
  /** Submits the fields of a form. */
  submit: (address: string, fields: Record<string, string>) => ReturnType<Browser['visit']>;
  /** Sends the next requests to a different app at the same origin. */
  moveTo: (app: FastifyInstance) => void;
};

type InjectHeaders = Awaited<ReturnType<FastifyInstance['inject']>>['headers'];

export function openBrowser(app: FastifyInstance): Browser {
  let server = app;
  const cookies: Browser['cookies'] = new Map();

  const visit: Browser['visit'] = async (address, options = {}) => {
    const { pathname, search } = new URL(address, 'http://localhost:3000');
    const cookie = [...cookies.values()]
      .filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const response = await server.inject({
      url: `${pathname}${search}`,
      ...options,
      headers: { ...(cookie && { cookie }), accept: 'text/html', ...options.headers },
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) keep(line);
    return {
      status: response.statusCode,
      location: String(response.headers.location ?? ''),
      html: response.body,
      headers: response.headers,
    };
  };

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=');
    const find = (attribute: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(attribute))?.split('=')[1];
    const path = find('path=') ?? '/';
    const expired = Date.parse(find('expires=') ?? '') <= Date.now();
    if (expired) cookies.delete(`${name} ${path}`);
    else cookies.set(`${name} ${path}`, { name, value, path });
  }

  return {
    cookies,
    visit,
    submit: (address, fields) =>
      visit(address, {
        method: 'POST',
        payload: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    moveTo(app) {
      server = app;
    },
  };
}
