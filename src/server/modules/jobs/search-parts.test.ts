import { beforeEach, describe, expect, test } from 'vitest';
import type { JobCounts, JobList } from '#shared/contract/job-responses.ts';
import type { OneOrMore } from '#shared/urls/paths.ts';
import { createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { listJobs } from '../search/testing/list-jobs.ts';

const board = setUpTestBoard();

const post = (title: string, values: Parameters<typeof createJob>[1] = {}) =>
  createJob(board.db, { title, location: '', ...values });

const list = (parameters: Record<string, OneOrMore>) => listJobs(board, parameters);

/** The titles of a list, each with the first letter of its part. */
const parts = ({ results }: JobList) =>
  results.map(({ part, title }) => `${part?.[0] ?? '-'} ${title}`);

const countsOf = async (parameters: Record<string, string>): Promise<JobCounts> =>
  (await board.get(`/api/jobs/counts?${new URLSearchParams(parameters)}`)).body;

const ORDERS = ['match', 'newest', 'salary'];

describe('the parts of a result', () => {
  const remote = { type: 'Remote' } as const;
  const mention = 'You work with a designer.';
  const search = { q: 'designer', location: 'Germany' };

  beforeEach(async () => {
    await post('Designer', { location: 'Berlin', date: new Date('2026-01-01') });
    await post('Web Designer', { location: 'Munich', date: new Date('2026-01-02') });
    await post('Remote Designer', {
      ...remote,
      location: 'Remote (worldwide)',
      salary: 'Over $300K',
    });
    await post('Unstated Designer', { ...remote, location: 'Remote' });
    await post('Designer in Rome', { location: 'Rome' });
    await post('Engineer', { location: 'Hamburg', description: mention, salary: 'Over $300K' });
    await post('Driver', { location: 'Rome', description: mention });
  });

  test('a search lists jobs in the place, then remote jobs that are open to it, then mentions, in every order', async () => {
    for (const sort of ORDERS) {
      const found = parts(await list({ ...search, sort, mentions: 'true' }));
      expect(found.slice(0, 2).sort(), sort).toEqual(['p Designer', 'p Web Designer']);
      expect(found.slice(2), sort).toEqual(['r Remote Designer', 'm Engineer']);
    }
    expect(parts(await list({}))).toContain('- Driver');
  });

  test('jobs that only mention the words are listed if asked for, or if few others match words and place', async () => {
    const titles = async (more: Record<string, string>) =>
      parts(await list({ q: 'designer', ...more })).filter((title) => title.startsWith('m'));
    expect(await titles({})).toEqual([]);
    expect(await titles({ mentions: 'few' })).toEqual([]);
    expect(await titles({ mentions: 'true' })).toHaveLength(2);
    expect(await titles({ part: 'mention' })).toHaveLength(2);
    expect(await titles({ mentions: 'few', location: 'Rome' })).toEqual(['m Driver']);
    // Other filters do not make the matches few.
    expect(await titles({ mentions: 'few', type: 'Contract' })).toEqual([]);
    expect((await list({ q: 'designer', mentions: 'few', location: 'Rome' })).mentions).toBe(true);
  });

  test('a job that only mentions the words is listed with the words around the first match', async () => {
    const { results } = await list({ ...search, mentions: 'true', description: 'summary' });
    const [mentioned] = results.filter(({ part }) => part === 'mention');
    const { text, matches } = mentioned?.excerpt ?? { text: '', matches: [] };
    expect(text).toBe(mention);
    expect(matches.map(([start, end]) => text.slice(start, end))).toEqual(['designer']);
    expect(results.filter(({ excerpt }) => excerpt)).toHaveLength(1);

    const before = 'We *value* every voice in the workshop. '.repeat(5);
    await post('Painter', {
      location: 'Berlin',
      description: `${before}A **Designer** helps. ${before}`,
    });
    const found = await list({ ...search, part: 'mention', description: 'summary' });
    const painter = found.results.find(({ title }) => title === 'Painter')?.excerpt;
    expect(painter?.text).toMatch(/^…in the workshop\. A Designer helps\. We value .*…$/);
    expect(painter?.matches).toHaveLength(1);
  });

  test.each([
    ['go', 'Good governance at Google. We are going to Go far.', ['going', 'Go']],
    ['art', 'Artificial flowers are no art; artists know.', ['art']],
    ['coding', 'We code. Coding in codex.', ['code', 'Coding']],
    ['study', 'Students and studios; she studies studying.', ['studies', 'studying']],
    ['c++', 'We write C, C# and C++.', ['C++']],
    ['c#', 'We write C, C# and C++.', ['C#']],
    ['.net', 'We use ASP.NET and .NET in a network.', ['.NET']],
    ['node.js', 'We know nodes and Node.js.', ['Node.js']],
    ['full-stack', 'A *full-stack* role for _stackable_ people.', ['full-stack']],
  ])('the excerpt for %s marks only the words that match', async (q, description, marked) => {
    await post('Gardener', { description });
    const { results } = await list({ q, part: 'mention', description: 'summary' });
    const excerpt = results.find(({ title }) => title === 'Gardener')?.excerpt;
    const { text, matches } = excerpt ?? { text: '', matches: [] };
    expect(matches.map(([start, end]) => text.slice(start, end))).toEqual(marked);
  });

  test('a job without a word that matches has no excerpt', async () => {
    await post('Gardener', { description: 'Artificial flowers.' });
    const { results } = await list({ q: 'art', part: 'mention', description: 'summary' });
    expect(results.map(({ excerpt }) => excerpt)).toEqual([undefined]);
  });

  test.each([
    ['- Craft\n- Maintain weaving\n\nWe help.', 'Craft · Maintain weaving · We help.'],
    ['You will:\n\n1. Weave\n2. Knit', 'You will: · Weave · Knit'],
    ['We weave.\n\nWe *knit*.', 'We weave. We knit.'],
  ])('the excerpt of a list separates its items: %j', async (description, text) => {
    await post('Gardener', { description });
    const { results } = await list({ q: 'weave', part: 'mention', description: 'summary' });
    expect(results.map(({ excerpt }) => excerpt?.text)).toEqual([text]);
  });

  test('each part can be listed alone, and the numbers of the parts add up to the total', async () => {
    for (const [part, jobs] of [
      ['place', 2],
      ['remote', 1],
      ['mention', 1],
    ] as const) {
      const { results, total, counts } = await list({ ...search, part, counts: 'true' });
      expect([results.length, total]).toEqual([jobs, jobs]);
      expect(counts?.parts).toContainEqual({ part, jobs });
    }
    const all = await list({ ...search, mentions: 'true', counts: 'true' });
    const sum = (all.counts?.parts ?? []).reduce((total, { jobs }) => total + jobs, 0);
    expect(sum).toBe(all.total);
    expect((await countsOf(search)).parts).toEqual(all.counts?.parts);
    expect((await countsOf(search)).total).toBe(3);
    expect(await countsOf({})).not.toHaveProperty('parts');
  });

  test('feeds and embeds list the jobs in the place and the remote ones', async () => {
    const query = new URLSearchParams(search);
    for (const path of [`/jobs.atom?${query}`, `/embed/jobs?${query}`]) {
      const { body } = await board.app.inject({ url: path });
      for (const title of ['Web Designer', 'Remote Designer']) expect(body, path).toContain(title);
      expect(body, path).not.toContain('Engineer');
    }
  });

  test('the pages of all parts contain each job once', async () => {
    for (const group of ['', 'true']) {
      for (const sort of ORDERS) {
        const whole = await list({ ...search, sort, group, mentions: 'true' });
        const seen: string[] = [];
        for (let cursor: string | undefined = ''; cursor !== undefined; ) {
          const page: JobList = await list({
            ...search,
            sort,
            group,
            mentions: 'true',
            limit: '1',
            cursor,
          });
          seen.push(...parts(page));
          cursor = page.next;
        }
        expect(seen, `${sort} ${group}`).toEqual(parts(whole));
      }
    }
  });
});

describe('the strength of a match', () => {
  const titles = async (q: string) => (await list({ q })).results.map(({ title }) => title).sort();

  test('a word for a role or a skill must be what the job is; other words may be anywhere', async () => {
    await post('Rust Engineer', { description: 'You care for gliders.' });
    await post('Engineer', { description: 'Gliders. Rust is nice.' });
    await post('Pilot', { description: 'Rust engineers fly gliders.' });
    expect(await titles('rust engineer gliders')).toEqual(['Rust Engineer']);
    expect(await titles('engineer gliders')).toEqual(['Engineer', 'Rust Engineer']);
    expect(await titles('gliders')).toEqual([]);
    expect(await titles('"rust engineer"')).toEqual(['Rust Engineer']);
  });

  test('related titles are what the search asks for only if no job has the title', async () => {
    await post('Product Manager');
    expect(parts(await list({ q: 'product owner' }))).toEqual(['p Product Manager']);
    await post('Product Owner');
    expect(parts(await list({ q: 'product owner' }))).toEqual(['p Product Owner']);
    expect(parts(await list({ q: 'product owner', mentions: 'few' }))).toEqual([
      'p Product Owner',
      'm Product Manager',
    ]);
  });

  test('"not" before a title or a level excludes it from titles, and says so', async () => {
    await post('Designer', { description: 'You report to a manager.' });
    await post('Design Manager, former Designer');
    await post('Senior Designer');
    expect(await titles('designer not manager')).toEqual(['Designer', 'Senior Designer']);
    const { understood, results } = await list({ q: 'designer without senior' });
    expect(understood).toMatchObject([{ kind: 'without', value: 'senior', without: 'designer' }]);
    expect(results).toHaveLength(2);
    expect(await titles('designer "not" manager')).toEqual([]);
  });

  test('"not" excludes a title with all its words, a workplace, hours and a place', async () => {
    await post('Store Manager', { location: 'Berlin' });
    await post('Sales Manager', { location: 'Rome' });
    await post('Night Manager', { type: 'Remote', location: 'Remote (worldwide)' });
    expect(await titles('manager not sales manager')).toEqual(['Night Manager', 'Store Manager']);
    expect(await titles('manager not remote')).toEqual(['Sales Manager', 'Store Manager']);
    expect(await titles('manager not berlin')).toEqual(['Night Manager', 'Sales Manager']);
    expect(await titles('manager not part time')).toHaveLength(3);
  });

  test('a level and visa sponsorship are filters', async () => {
    await post('Senior Designer', { description: 'We sponsor visas.' });
    await post('Junior Designer');
    const found = async (parameters: Record<string, OneOrMore>) =>
      (await list(parameters)).results.map(({ title }) => title);
    expect(await found({ level: 'senior' })).toEqual(['Senior Designer']);
    expect(await found({ level: ['junior', 'senior'] })).toHaveLength(2);
    expect(await found({ level: 'junior', visa: 'true' })).toEqual([]);
    expect(await found({ visa: 'true' })).toEqual(['Senior Designer']);
  });

  test('the name of a place may be followed by what contains it, without commas', async () => {
    await post('Software Engineer', { location: 'Austin, TX' });
    await post('Software Engineer in Berlin', { location: 'Berlin' });
    for (const q of ['software engineer austin texas', 'software engineer austin texas usa']) {
      const { results, understood } = await list({ q });
      expect(results.map(({ title }) => title)).toEqual(['Software Engineer']);
      expect(understood).toMatchObject([{ kind: 'place', name: 'Austin' }]);
    }
  });
});
