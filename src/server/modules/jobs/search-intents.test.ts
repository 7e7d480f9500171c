import { beforeEach, describe, expect, test } from 'vitest';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { listJobs } from '../search/testing/list-jobs.ts';

const board = setUpTestBoard();

/** Posts jobs of a new company. */
async function post(company: string, jobs: Parameters<typeof createJob>[1][]): Promise<void> {
  const { id: company_id } = await createCompany(board.db, { name: company });
  for (const job of jobs) {
    await createJob(board.db, { company_id, description: '', salary: '', ...job });
  }
}

beforeEach(async () => {
  await post('Loom', [
    { title: 'Software Engineer', location: 'Berlin, Germany' },
    { title: 'Platform Engineer', location: 'Paris, France' },
    { title: 'Software Engineer, Remote Team', location: 'Remote (Germany)', type: 'Remote' },
    { title: 'Nurse', location: 'London, UK', type: 'Part-Time' },
    { title: 'Teacher', location: 'London, UK', salary: '$150K - $175K' },
    { title: 'Mobile Developer', location: 'Paris, France' },
    { title: 'Engineering Intern', location: 'Paris, France', type: 'Internship' },
    { title: 'Smart Contract Auditor', location: 'Paris, France' },
    { title: 'Librarian', location: 'Mobile, Alabama' },
    { title: 'Junior Teacher', location: 'Paris, France' },
    { title: 'Surgeon', location: 'Paris, France', description: 'We sponsor visas.' },
    { title: 'Eye Surgeon', location: 'Paris, France', description: 'We cannot sponsor visas.' },
  ]);
});

const search = (q: string, parameters: Record<string, string> = {}) =>
  listJobs(board, { q, mentions: 'few', ...parameters });

const find = async (q: string) => (await search(q)).results.map(({ title }) => title);

const understoodIn = async (q: string) =>
  ((await search(q)).understood ?? []).map(({ kind, value }) => `${kind} ${value}`);

describe('a search', () => {
  test.each([
    ['engineer berlin', ['place berlin'], ['Software Engineer', 'Software Engineer, Remote Team']],
    ['engineer in paris', ['place paris'], ['Platform Engineer']],
    ['jobs in london', ['place london'], ['Nurse', 'Teacher']],
    ['part time nurse', ['employment part-time'], ['Nurse']],
    ['remote engineer', ['workplace remote'], ['Software Engineer, Remote Team']],
    ['engineer internship', ['employment internship'], ['Engineering Intern']],
    ['teacher over 100k', ['pay 100000 USD'], ['Teacher']],
    ['teacher $100k+', ['pay 100000 USD'], ['Teacher']],
    ['teacher from €200k', ['pay 200000 EUR'], []],
    ['remote germany', ['workplace remote', 'place germany'], ['Software Engineer, Remote Team']],
    ['junior teacher', ['seniority junior'], ['Junior Teacher']],
    ['jr. nurse jobs in london', ['seniority junior', 'place london'], ['Nurse']],
    ['nurse jobs in london', ['place london'], ['Nurse']],
    ['surgeon visa sponsorship', ['visa sponsorship'], ['Surgeon']],
  ])('%s is interpreted as %j', async (q, understood, titles) => {
    expect(await understoodIn(q)).toEqual(understood);
    const found = await find(q);
    expect(found.slice(0, titles.length).sort()).toEqual([...titles].sort());
    if (titles.length === 0) expect(found).toEqual([]);
  });

  test.each([
    'mobile developer',
    'smart contract auditor',
    '"berlin"',
    'engineer -berlin',
    'engineer or berlin',
    'job',
    '401k',
    'loom',
    'full time or part time',
    'part -night time nurse',
    'career coach',
    'hiring manager',
    'job developer',
    'lead generation',
    'senior vice president',
    '-senior engineer',
  ])('%s is searched as words, without an interpretation', async (q) => {
    expect(await understoodIn(q)).toEqual([]);
  });

  test('the response to a search tells how to remove an interpretation, and how to search for its words instead', async () => {
    const { understood } = await search('software engineer in berlin over 100k');
    expect(understood).toEqual([
      {
        kind: 'place',
        text: 'in berlin',
        value: 'berlin',
        name: 'Berlin',
        without: 'software engineer over 100k',
        plain: 'software engineer "in berlin" over 100k',
      },
      {
        kind: 'pay',
        text: 'over 100k',
        value: '100000 USD',
        without: 'software engineer in berlin',
        plain: 'software engineer in berlin "over 100k"',
      },
    ]);
    expect(await search('engineer "remote"')).not.toHaveProperty('understood');
  });

  test.each([
    ['engineer jobs', ['Software Engineer', 'Platform Engineer']],
    ['mobile developer position', ['Mobile Developer']],
    ['jobs for nurses', ['Nurse']],
    ['job london', ['Nurse', 'Teacher']],
    ['jobs teacher', ['Teacher']],
  ])(
    'the search %s leaves out the words that only say that the user is looking for jobs',
    async (q, titles) => {
      expect(await find(q)).toEqual(expect.arrayContaining(titles));
    },
  );

  test('for the title "job developer" searches for both words', async () => {
    expect(await find('job developer')).toEqual([]);
  });

  test('with two workplaces finds jobs of either', async () => {
    expect(await find('remote hybrid engineer')).toContain('Software Engineer, Remote Team');
  });

  test('with the name of a company does not interpret the place in the name', async () => {
    await post('Berlin Robotics Ltd', [{ title: 'Welder', location: 'Paris, France' }]);
    expect(await understoodIn('berlin robotics')).toEqual([]);
    expect(await find('berlin robotics')).toEqual(['Welder']);
  });

  test('for visa sponsorship finds only jobs that offer it', async () => {
    expect(await find('surgeon visa sponsorship')).toEqual(['Surgeon']);
    expect(await find('surgeon "visa sponsorship"')).toEqual([]);
  });

  test('with a level of seniority also searches for its words, unless they are the name of a company', async () => {
    const [level] = (await search('junior teacher')).understood ?? [];
    expect(level).toMatchObject({ without: 'teacher', plain: '"junior" teacher' });
    expect((await find('junior teacher'))[0]).toBe('Junior Teacher');
    expect(await find('"junior" teacher')).toEqual(['Junior Teacher']);
    await post('Junior Bank', [{ title: 'Teller', location: 'Paris, France' }]);
    expect(await understoodIn('junior bank')).toEqual([]);
  });

  test('for internships lists internships first', async () => {
    const place = { location: 'Paris, France', type: 'Internship' } as const;
    await post('Forge', [
      { title: 'Marketing Assistant', ...place },
      { title: 'Marketing Intern', ...place },
    ]);
    expect((await find('marketing internship'))[0]).toBe('Marketing Intern');
  });

  test('a minimum pay in the words and one in the filter both apply', async () => {
    const titles = async (q: string, minsalary: string) =>
      (await search(q, { minsalary })).results.map(({ title }) => title);
    expect(await titles('teacher over 100k', '100000')).toEqual(['Teacher']);
    expect(await titles('teacher over 200k', '100000')).toEqual([]);
    expect(await titles('teacher over 100k', '200000')).toEqual([]);
  });

  test('if words of a search are read as a place or pay, the total count is the number of jobs that it finds', async () => {
    for (const q of ['engineer berlin', 'part time nurse', 'teacher over 100k', 'remote germany']) {
      const { results } = await search(q);
      const { body } = await board.get(`/api/jobs/counts?${new URLSearchParams({ q })}`);
      expect([q, body.total]).toEqual([q, results.length]);
    }
  });
});
