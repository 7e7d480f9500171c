import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Company } from '#shared/contract/companies.ts';
import type { Job } from '#shared/contract/job-responses.ts';
import type { Role } from '#shared/domain/roles.ts';
import { test as base } from './fixtures.ts';
import { type IsolatedServer, startIsolatedServer } from './isolated-server.ts';
import { accessToken } from './server-data.ts';
import { demoPerson, visitAs } from './sign-in.ts';

/** A demo board that only one worker uses. API calls are made as the site admin. */
export type IsolatedBoard = IsolatedServer & {
  call(method: string, path: string, body?: object): Promise<Response>;
  upload(content: Buffer): Promise<Response>;
  /** The company of the demo company admin. */
  company: Company;
  /** Posts a job of the demo company admin's company. `values` override the defaults. */
  postJob(values?: Partial<Record<keyof Job, unknown>>): Promise<Job>;
  addCompany(values?: Partial<Company>): Promise<Company>;
  /** Opens a page as a signed-in demo person. */
  openAs(page: Page, role: Role, path: string): Promise<void>;
};

/** Playwright's `test` with a board of its own for each worker that runs the stories of a file. */
export const isolatedBoard = (settings: Record<string, string> = {}) =>
  base.extend<object, { board: IsolatedBoard }>({
    board: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
      async ({}, use) => {
        const server = await startIsolatedServer(settings);
        await use(await withApi(server));
        await server.stop();
      },
      { scope: 'worker' },
    ],
    baseURL: ({ board }, use) => use(board.url),
  });

/** Playwright's `test` with one board for each worker, for stories that change the board. */
export const test = isolatedBoard();

/** Adds the API to a server with the demo board. */
export async function withApi(server: IsolatedServer): Promise<IsolatedBoard> {
  const token = await accessToken(demoPerson('siteadmin').email, server);
  async function call(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.status !== 503) return response;
    // On a busy machine, the server may shed many requests at once. The response says when to try again.
    await setTimeout(1_000 * Number(response.headers.get('retry-after')));
    return call(method, path, body);
  }
  async function read<Reply>(method: string, path: string, body?: object): Promise<Reply> {
    const response = await call(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  }
  const employer = encodeURIComponent(demoPerson('companyadmin').id);
  const account = await read<{ company: string }>('GET', `/api/accounts/${employer}`);
  const company = await read<Company>('GET', `/api/companies/${account.company}`);
  function upload(content: Buffer) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)]), 'logo');
    const headers = { authorization: `Bearer ${token}` };
    return fetch(`${server.url}/api/upload`, { method: 'POST', headers, body: form });
  }
  return {
    ...server,
    call,
    upload,
    company,
    openAs: (page, role, path) => visitAs(page, demoPerson(role), path),
    postJob: (values) =>
      read('POST', '/api/jobs', {
        title: 'Carpenter',
        type: 'Contract',
        location: 'Porto',
        description: 'You will make **tables**.',
        salary: '$60K - $70K',
        applyurl: 'https://example.com/apply',
        company: { id: company.id },
        ...values,
      }),
    addCompany: (values) =>
      read('POST', '/api/companies', {
        name: 'Loom',
        description: 'We **weave**.',
        website: 'https://loom.example',
        ...values,
      }),
  };
}

/** Answers requests of one method to a URL with a 500. Returns a function that stops this. */
export async function failRequests(
  page: Page,
  method: string,
  address: string,
): Promise<() => Promise<void>> {
  await page.route(address, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'about:blank',
            title: 'Internal Server Error',
            status: 500,
            detail: 'Something went wrong on our side.',
          }),
        })
      : route.continue(),
  );
  return () => page.unroute(address);
}
