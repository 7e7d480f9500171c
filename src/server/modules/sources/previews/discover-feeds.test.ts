import { expect, test } from 'vitest';
import { setUpSources } from '../testing/set-up-sources.ts';
import { type Discovery, discoverFeeds } from './discover-feeds.ts';

const setup = setUpSources();

async function discover(websites: string[]): Promise<Discovery[]> {
  const found: Discovery[] = [];
  await discoverFeeds(websites, {
    db: setup.board.db,
    reach: setup.options().reach,
    signal: new AbortController().signal,
    onFound: async (discovery) => void found.push(discovery),
  });
  return found.sort((one, other) => (one.website < other.website ? -1 : 1));
}

const page = (text: string) => ({ text, headers: { 'content-type': 'text/html' } });

test('the discovery of sources finds the job boards that websites link to, or says why it found none', async () => {
  const { server } = setup;
  server.answer('https://a.example/', page('<a href="https://jobs.lever.co/acme">Jobs</a>'));
  server.answer('https://b.example/', page('<p>We make cloth.</p>'));
  server.answer('https://c.example/robots.txt', { text: 'User-agent: *\nDisallow: /' });
  server.breakHost('d.example', 'missing');
  const found = await discover([
    'https://a.example/',
    'https://b.example/',
    'https://c.example/',
    'https://d.example/',
    'https://boards.greenhouse.io/loom',
  ]);
  expect(found).toEqual([
    {
      website: 'https://a.example/',
      sources: [{ system: 'lever', tenant: 'acme', url: 'https://jobs.lever.co/acme' }],
      problem: '',
    },
    { website: 'https://b.example/', sources: [], problem: 'no source was found' },
    {
      website: 'https://boards.greenhouse.io/loom',
      sources: [expect.objectContaining({ system: 'greenhouse', tenant: 'loom' })],
      problem: '',
    },
    { website: 'https://c.example/', sources: [], problem: expect.stringContaining('robots.txt') },
    { website: 'https://d.example/', sources: [], problem: expect.stringContaining('d.example') },
  ]);
  expect(server.requests.filter(({ url }) => url === 'https://c.example/')).toEqual([]);
});
