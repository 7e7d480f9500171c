import { beforeEach, describe, expect, test } from 'vitest';
import type { JobListItem } from '#shared/contract/job-responses.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { refreshDictionary } from '../search/dictionary.ts';
import { listJobs } from '../search/testing/list-jobs.ts';

const board = setUpTestBoard();

type Values = Parameters<typeof createJob>[1];

let loom: string;
let posted: number;

beforeEach(async () => {
  loom = (await createCompany(board.db, { name: 'Loom' })).id;
  posted = Date.parse('2026-01-01T00:00:00Z');
});

/** Posts a job of the company Loom with only the given texts, a minute newer than the previous job. */
async function post(title: string, values: Values = {}) {
  posted += 60_000;
  const date = new Date(posted);
  return createJob(board.db, { company_id: loom, date, location: '', title, ...values });
}

/** Runs a search that also lists the jobs whose texts only mention the words. */
const search = (parameters: Record<string, string>) =>
  listJobs(board, { mentions: 'true', ...parameters });

const titles = async (parameters: Record<string, string>) =>
  (await search(parameters)).results.map(({ title }) => title);
const find = (q: string) => titles({ q });
const findAll = async (q: string) => (await find(q)).sort();

describe('the words of a search', () => {
  test('match the title, the location and the description, with results in this order', async () => {
    await post('Rust Engineer');
    await post('Engineer', { location: 'Rust, Burgenland' });
    await post('Described', { description: 'You will write Rust.' });
    await post('Other');
    expect(await find('rust')).toEqual(['Rust Engineer', 'Engineer', 'Described']);
  });

  test('match a word in the name of the company, with its jobs before matches in descriptions', async () => {
    const rust = await createCompany(board.db, { name: 'The Rust Works' });
    await post('Of the company', { company_id: rust.id });
    await post('There', { location: 'Rust, Burgenland' });
    await post('Described', { description: 'You will write Rust.' });
    expect(await find('rust')).toEqual(['There', 'Of the company', 'Described']);
  });

  test('must all match, but may match in different fields', async () => {
    await post('Rust Engineer');
    await post('Rust Poet', { location: 'Paris' });
    await post('Engineer', { location: 'Paris', description: 'At Loom we write Rust.' });
    await post('Engineer of other things', { location: 'Paris' });
    expect(await find('rust paris')).toEqual(['Rust Poet', 'Engineer']);
    expect(await find('loom rust engineer paris')).toEqual(['Engineer']);
    expect(await find('rust engineer london')).toEqual([]);
  });

  test('match in every inflection', async () => {
    await post('Engineers');
    await post('Managing Weavers', { description: 'You manage.' });
    expect(await find('engineering')).toEqual(['Engineers']);
    expect(await find('manager weaving')).toEqual([]);
    expect(await find('managed weaver')).toEqual(['Managing Weavers']);
  });

  test('match regardless of case and accents', async () => {
    await post('Ingénieur à Montréal');
    await post('Инженер');
    await post('ΜΗΧΑΝΙΚΌΣ');
    expect(await find('INGENIEUR')).toEqual(['Ingénieur à Montréal']);
    expect(await find('montréal')).toEqual(['Ingénieur à Montréal']);
    expect(await find('montre\u0301al')).toEqual(['Ingénieur à Montréal']);
    expect(await find('ИНЖЕНЕР')).toEqual(['Инженер']);
    expect(await find('μηχανικος')).toEqual(['ΜΗΧΑΝΙΚΌΣ']);
  });

  test('stop words in a search, such as "the", are ignored, unless it has no other words', async () => {
    await post('The Maker');
    await post('Poet');
    expect(await find('the poet')).toEqual(['Poet']);
    expect(await find('a poet of the')).toEqual(['Poet']);
    expect(await find('the')).toEqual(['The Maker']);
    expect(await find('who')).toEqual([]);
  });

  test('do not match the URL of a link', async () => {
    await post('Maker', { description: 'See [our team](https://example.com/rust).' });
    expect(await find('team')).toEqual(['Maker']);
    expect(await find('rust')).toEqual([]);
  });

  test.each([
    ['"machine learning"', 'We do Machine Learning here.', true],
    ['"machine learning"', 'Machines learning, machine: learn.', false],
    ['"machine learning"', 'A machine for learning.', false],
    ['"machine learning"', 'Machine-learning (all of it)', true],
    ['"machine learning"', 'The machine – learning.', true],
    ['"machine learning"', 'Our [machine](https://example.com/a) learning team.', true],
    ['"machine learning"', 'A [course](https://example.com/machine-learning).', false],
    ['"machine learning"', 'machine learnings', false],
    ['"machine learning"', 'demachine learning', false],
    ['"head of it"', 'The head of IT.', true],
    ['"head of it"', 'The head of what it does.', false],
    ['"node js"', 'You know Node.js well.', true],
    ['"js"', 'You know Node.js well.', true],
    ['"senor façade"', 'El SEÑOR: Facade!', true],
    ['"senor facade"', 'El Sen\u0303or fac\u0327ade', true],
    ['"c++ rust"', 'C++ / Rust', true],
    ['"asp net"', 'ASP.NET', true],
    ['"don\'t know"', 'If you don’t know', true],
    ['"ищу инженера"', 'Ищу инженера', true],
    ['"it"', 'Whatever it takes.', false],
    ['"it is"', 'Whatever it is.', false],
    ['"데이터 엔지니어"', '데이터 엔지니어 팀', true],
    ['"machine learning"', '機械（machine learning）', true],
    ['warp/weft', 'The warp/weft of it.', true],
    ['"intern"', 'Internal tools.', false],
    ['"5 years"', 'At least 5+ years.', true],
  ])('%s in the description %j', async (q, description, isFound) => {
    await post('Loom Hand', { description });
    await post('Other', { description: 'Nothing.' });
    expect(await findAll(q)).toEqual(isFound ? ['Loom Hand'] : []);
    expect(await findAll(`hand -${q}`)).toEqual(isFound ? [] : ['Loom Hand']);
    expect((await search({ q })).total).toBe(isFound ? 1 : 0);
  });

  test('words that differ only in their symbols are different words: C++, C#, .NET and C', async () => {
    for (const title of ['C++ Dev', 'C# Dev', '.NET Dev', 'C Dev', 'ASP.NET Dev', 'Net Dev']) {
      await post(title);
    }
    expect(await findAll('c++')).toEqual(['C++ Dev']);
    expect(await findAll('C#')).toEqual(['C# Dev']);
    expect(await findAll('.net dev')).toEqual(['.NET Dev']);
    expect(await findAll('c dev')).toEqual(['C Dev']);
    expect(await findAll('"c++ dev"')).toEqual(['C++ Dev']);
    expect(await findAll('dev -c++ -c# -.net')).toEqual(['ASP.NET Dev', 'C Dev', 'Net Dev']);
  });

  test('abbreviations with a sign are one word, with and without spaces: R&D, M&A, AT&T', async () => {
    for (const title of [
      'R&D Chemist',
      'R Chemist',
      'D Chemist',
      'M&A Analyst',
      'AT&T Technician',
    ]) {
      await post(title);
    }
    await post('Weber (m/w/d)', { description: 'M (m/w/d), A. Research and design.' });
    await post('Mergers & Acquisitions Associate');
    for (const q of ['r&d', 'R & D', 'R&D chemist', '"r&d"', 'research and development']) {
      expect(await find(q), q).toEqual(['R&D Chemist']);
    }
    expect(await findAll('m&a')).toEqual(['M&A Analyst', 'Mergers & Acquisitions Associate']);
    expect((await find('M & A analyst'))[0]).toBe('M&A Analyst');
    for (const q of ['at&t', 'AT & T', 'att'])
      expect(await find(q), q).toEqual(['AT&T Technician']);
    expect(await findAll('chemist -r&d')).toEqual(['D Chemist', 'R Chemist']);
  });

  test.each([
    ['Co-founder', ['cofounder', 'co-founder', 'founder']],
    ['Cofounder', ['cofounder', 'co-founder']],
    ['E-Commerce Manager', ['ecommerce', 'e-commerce', 'commerce']],
    ['H-1B Clerk', ['h1b', 'h-1b']],
    ['3-D Artist', ['3d', '3-d']],
    ['Start-up Coach', ['startup', 'start-up', 'start up']],
    ['PL/SQL Wizard', ['plsql', 'pl/sql']],
    ['TSQL Wizard', ['t-sql', 'tsql']],
  ])('a word is found with and without its hyphen: %s', async (title, searches) => {
    await post(title);
    await post('Poet');
    for (const q of searches) expect(await find(q), q).toEqual([title]);
  });

  test.each([
    ['Verkäufer:in', ['verkäufer', 'verkäuferin', 'Verkäufer/in']],
    ['Verkäufer*in (m/w/d)', ['verkaufer', 'VerkäuferIn', 'Verkäufer(in)']],
    ['Kinderpflegerin', ['kinderpfleger', 'Kinderpfleger/in']],
    ['Kaufmann/-frau', ['kaufmann']],
    ['Straßenbauer', ['strassenbauer', 'straßenbauerin', 'bauer']],
    ['Façade Glazier', ['facade glazier', 'façade']],
    ['Grüner Gärtner', ['gruener gaertner', 'gruner gartner', 'grüner gärtner']],
    ['Gruener Gaertner', ['grüner gärtner', 'gruner']],
    ['Rørlægger', ['rorlaegger', 'rørlægger']],
    ['法人ソフトウェアエンジニア', ['ソフトウェア', 'エンジニア', '法人', 'ウェアエンジ']],
    ['高级软件工程师', ['工程师', '软件', '高级工程师', '师']],
    ['백엔드개발자', ['개발자', '백엔드']],
    ['วิศวกรซอฟต์แวร์', ['วิศวกร', 'ซอฟต์แวร์']],
  ])('a title is found in other forms and in parts: %s', async (title, searches) => {
    await post(title);
    await post('シニア Poet');
    for (const q of searches) expect(await find(q), q).toEqual([title]);
    expect(await find('(m/w/d) xylophonist')).toEqual([]);
  });

  test.each(['###', '&&&&', '()', '🦀 — …'])(
    'a search of signs alone finds nothing: %s',
    async (q) => {
      await post('Maker');
      expect(await search({ q })).toMatchObject({ results: [], total: 0 });
      const { body } = await board.get(`/api/jobs/counts?q=${encodeURIComponent(q)}`);
      expect(body.total).toBe(0);
    },
  );

  test.each(['', ' ', '"', '-'])(
    'a search that has not begun finds everything: "%s"',
    async (q) => {
      await post('Maker');
      expect(await find(q)).toEqual(['Maker']);
    },
  );

  test('slashes and brackets separate the words of a search', async () => {
    await post('iOS/Android Engineer (C#/.NET)', {
      description: 'We use TypeScript/React, AI/ML.',
    });
    for (const q of ['ios', 'android', 'ios/android', 'c#', '.net', '"c#/.net"', 'react ', 'ml']) {
      expect(await find(q), q).toHaveLength(1);
    }
  });

  test('punctuation and symbols of every kind separate the words of a search', async () => {
    await post('“Maker”', { description: '•Rust—and Go… €50–60 for Loom’s 🦀poets, São Paulo™' });
    for (const q of ['maker', 'rust', 'go ', '50', '60', 'loom', "loom's", 'poet', 'paulo']) {
      expect(await find(q), q).toHaveLength(1);
    }
  });

  test('a search finds only whole words: Java does not find JavaScript', async () => {
    for (const title of ['Java Dev', 'JavaScript Dev', 'Go Dev', 'Going Concerns', '1Password']) {
      await post(title);
    }
    expect(await find('java dev')).toEqual(['Java Dev']);
    expect(await find('1password')).toEqual(['1Password']);
    expect(await find('1pass')).toEqual(['1Password']);
  });
});

describe('a word that is being typed', () => {
  test('matches as a prefix if it has at least three letters, but whole words come first', async () => {
    await post('Web Dev');
    await post('Webmaster');
    await post('Maker', { description: 'Webmasters are welcome.' });
    expect(await find('we')).toEqual([]);
    expect(await find('web')).toEqual(['Web Dev', 'Webmaster', 'Maker']);
    expect(await find('webm')).toEqual(['Webmaster', 'Maker']);
    // A word no longer matches as a prefix if a space follows it, or if it is in quotes.
    expect(await find('web ')).toEqual(['Web Dev']);
    expect(await find('"web"')).toEqual(['Web Dev']);
    expect(await find('webm poet')).toEqual([]);
    expect(await find('maker -webm')).toEqual(['Maker']);
  });

  test('each beginning of a word finds the jobs that the whole word finds', async () => {
    await post('Kubernetes Engineering Manager');
    for (const word of ['kubernetes', 'engineering', 'manager']) {
      for (let length = 3; length <= word.length; length += 1) {
        expect(await find(word.slice(0, length)), word.slice(0, length)).toHaveLength(1);
      }
    }
  });

  test('can contain a hyphen, or be the beginning of a place or a company', async () => {
    await post('Full-Stack Engineer');
    await post('Poet', { location: 'Aix-en-Provence' });
    await post('Singer', {
      company_id: (await createCompany(board.db, { name: 'Rolls-Royce' })).id,
    });
    for (const q of ['full-', 'full-st', 'full-stack', 'full stack', 'fullst']) {
      expect(await find(q), q).toEqual(['Full-Stack Engineer']);
    }
    for (const q of ['aix-en-pro', 'provence', 'proven'])
      expect(await find(q), q).toEqual(['Poet']);
    for (const q of ['rolls-ro', 'royce', 'roll']) expect(await find(q), q).toEqual(['Singer']);
  });
});

describe('quotes, minus and "or"', () => {
  beforeEach(async () => {
    await post('Machine Learning Engineer');
    await post('Machine Operator', { description: 'Learning on the job.' });
    await post('Machine Learning Intern');
    await post('Poet');
  });

  test('quotes find only texts in which the words are adjacent', async () => {
    expect(await findAll('"machine learning"')).toEqual([
      'Machine Learning Engineer',
      'Machine Learning Intern',
    ]);
    expect(await findAll('"learning machine"')).toEqual([]);
    expect(await findAll('“machine learning” engineer')).toEqual(['Machine Learning Engineer']);
  });

  test('a minus excludes jobs with a word in any field', async () => {
    expect(await findAll('"machine learning" -intern')).toEqual(['Machine Learning Engineer']);
    expect(await findAll('machine -learning')).toEqual([]);
    expect(await findAll('machine -"machine learning"')).toEqual(['Machine Operator']);
    expect(await findAll('-machine')).toEqual(['Poet']);
    expect(await findAll('-loom')).toEqual([]);
    expect(await find('-poet')).toEqual([
      'Machine Learning Intern',
      'Machine Operator',
      'Machine Learning Engineer',
    ]);
  });

  test('quoted and excluded words match only as written, and not in other forms', async () => {
    const stem = await createCompany(board.db, { name: 'Stem International' });
    await post('Counsel, International', { description: 'Work with interns.' });
    await post('Assistant', { company_id: stem.id, location: 'Interna' });
    await post('Designer', {
      description: 'You like **interned**, _strong_ teams of the CI/CD kind.',
    });
    expect(await findAll('"intern"')).toEqual(['Machine Learning Intern']);
    expect(await findAll('"INTERNATIONAL"')).toEqual(['Assistant', 'Counsel, International']);
    expect(await findAll('"interna"')).toEqual(['Assistant']);
    expect(await findAll('"interns"')).toEqual(['Counsel, International']);
    expect(await findAll('-intern -poet -"machine operator" -engineer')).toEqual([
      'Assistant',
      'Counsel, International',
      'Designer',
    ]);
    expect(await findAll('-international assistant')).toEqual([]);
    expect(await findAll('"interned strong"')).toEqual(['Designer']);
    expect(await findAll('"strong team"')).toEqual([]);
    expect(await findAll('"teams of the ci cd kind"')).toEqual(['Designer']);
    expect(await findAll('"teams the"')).toEqual([]);
    expect(await findAll('"machines learning"')).toEqual([]);
    expect(await findAll('ci/cd')).toEqual(['Designer']);
    expect(await findAll('teams/ci')).toEqual([]);
    const { body } = await board.get(`/api/jobs/counts?q=${encodeURIComponent('-intern')}`);
    expect(body.total).toBe(6);
  });

  test('"or" finds jobs with the word on either side', async () => {
    expect(await findAll('poet or operator')).toEqual(['Machine Operator', 'Poet']);
    expect(await findAll('machine intern or operator')).toEqual([
      'Machine Learning Intern',
      'Machine Operator',
    ]);
    expect(await findAll('"machine learning" or poet -intern')).toEqual([
      'Machine Learning Engineer',
      'Poet',
    ]);
  });
});

describe('misspelled words in a search', () => {
  beforeEach(async () => {
    const reedsy = await createCompany(board.db, { name: 'Reedsy' });
    await post('Kubernetes Engineer');
    await post('Kubernetes Poet');
    await post('Editor', { company_id: reedsy.id });
    await refreshDictionary(board.db);
  });

  test('misspelled words are corrected to similar words if nothing matches', async () => {
    const kubernetes = await search({ q: 'kuberntes' });
    expect(kubernetes.results.map(({ title }) => title)).toEqual([
      'Kubernetes Poet',
      'Kubernetes Engineer',
    ]);
    expect(kubernetes.correction).toEqual({
      q: 'kubernetes',
      applied: true,
      instead: '"kuberntes"',
    });
    expect(kubernetes.total).toBe(2);
    const reedsy = await search({ q: 'reedzy' });
    expect(reedsy.results.map(({ title }) => title)).toEqual(['Editor']);
    expect(reedsy.correction).toMatchObject({ q: 'reedsy', applied: true });
  });

  test('misspelled words are replaced with their corrections, and the other words of the search stay', async () => {
    const { results, correction } = await search({ q: 'Kuberntes -intern "poet"' });
    expect(results.map(({ title }) => title)).toEqual(['Kubernetes Poet']);
    expect(correction).toEqual({
      q: 'kubernetes -intern "poet"',
      applied: true,
      instead: '"Kuberntes" -intern "poet"',
    });
  });

  test('a search finds misspelled words that a job contains, and suggests corrections', async () => {
    await post('Kuberntes Admin');
    const { results, correction } = await search({ q: 'kuberntes' });
    expect(results.map(({ title }) => title)).toEqual(['Kuberntes Admin']);
    expect(correction).toMatchObject({ q: 'kubernetes', applied: false });
  });

  test('misspelled words are also corrected for the number of results', async () => {
    const { body } = await board.get('/api/jobs/counts?q=kuberntes');
    expect(body.total).toBe(2);
  });

  test('misspelled words are also corrected on the next page of results', async () => {
    const first = await search({ q: 'kuberntes', limit: '1' });
    const second = await search({ q: 'kuberntes', limit: '1', cursor: first.next ?? '' });
    const found = [...first.results, ...second.results].map(({ title }) => title);
    expect(found).toEqual(['Kubernetes Poet', 'Kubernetes Engineer']);
    expect(second.correction).toMatchObject({ q: 'kubernetes', applied: true });
  });

  test('several misspelled words are corrected together, even if they are wrongly joined or split', async () => {
    await post('Product Manager');
    await refreshDictionary(board.db);
    for (const [q, corrected] of [
      ['prodct manger', 'product manager'],
      ['kubernetespoet', 'kubernetes poet'],
      ['prodctmanager', 'product manager'],
      ['kuber netes enginer', 'kubernetes engineer'],
      ['kubernetesengineer', 'kubernetes engineer'],
    ] as const) {
      const { correction } = await search({ q });
      expect([q, correction?.q, correction?.applied]).toEqual([q, corrected, true]);
    }
  });

  test('misspelled words are corrected to far more frequent words, even if a few titles contain them', async () => {
    for (let n = 0; n < 60; n += 1) {
      await post('Software Engineer, Python');
      await post('React Developer');
    }
    for (const title of ['Sofware Enginer', 'Photon Physicist', 'Reactt Developper']) {
      await post(title);
    }
    await refreshDictionary(board.db);
    for (const [q, corrected] of [
      ['phyton', 'python'],
      ['sofware enginer', 'software engineer'],
      ['reactt developper', 'react developer'],
    ] as const) {
      const { correction, total } = await search({ q });
      expect([q, correction?.q, correction?.applied]).toEqual([q, corrected, true]);
      expect(total).toBeGreaterThanOrEqual(60);
    }
    const photon = await search({ q: 'photon' });
    expect(photon.results.map(({ title }) => title)).toEqual(['Photon Physicist']);
    expect(photon).not.toHaveProperty('correction');
  });

  test('misspelled words are searched as typed if they are quoted', async () => {
    await post('Kuberntes Admin');
    for (let n = 0; n < 12; n += 1) await post(`Kubernetes Admin ${n}`);
    await refreshDictionary(board.db);
    const { correction, results } = await search({ q: 'kuberntes', limit: '1' });
    expect(correction).toEqual({ q: 'kubernetes', applied: true, instead: '"kuberntes"' });
    expect(results.map(({ title }) => title)).toEqual(['Kubernetes Poet']);
    const asTyped = await search({ q: correction?.instead ?? '' });
    expect(asTyped.results.map(({ title }) => title)).toEqual(['Kuberntes Admin']);
    expect(asTyped).not.toHaveProperty('correction');
    const { body } = await board.get('/api/jobs/counts?q=%22kuberntes%22');
    expect(body.total).toBe(1);
  });

  test('misspelled words are corrected in the same way on every page and with every filter', async () => {
    await post('Kuberntes Admin', { type: 'Contract' });
    for (let n = 0; n < 12; n += 1) await post(`Kubernetes Admin ${n}`, { type: 'Full-Time' });
    await refreshDictionary(board.db);
    const first = await search({ q: 'kuberntes', limit: '5' });
    const second = await search({ q: 'kuberntes', limit: '5', cursor: first.next ?? '' });
    expect(second.results).toHaveLength(5);
    expect(second.correction?.applied).toBe(true);
    const contracts = await search({ q: 'kuberntes', type: 'Contract' });
    expect(contracts.correction?.applied).toBe(true);
    expect(contracts.total).toBe(0);
    const { body } = await board.get('/api/jobs/counts?q=kuberntes&type=Contract');
    expect(body.total).toBe(0);
  });

  test.each(['"kuberntes"', 'engineer -kuberntes', 'java script', 'lyon', 'reedsy'])(
    'words are not corrected if they are quoted, excluded or known: %s',
    async (q) => {
      await post('Lion Keeper');
      await post('JavaScript Poet');
      await refreshDictionary(board.db);
      expect(await search({ q })).not.toHaveProperty('correction');
    },
  );

  test('words get no correction if they are known, resemble no known word, or find many results', async () => {
    expect(await search({ q: 'kubernetes' })).not.toHaveProperty('correction');
    expect(await search({ q: 'xylophonists' })).not.toHaveProperty('correction');
    for (let n = 0; n < 24; n += 1) await post(`Kuberntes Admin ${n}`);
    expect(await search({ q: 'kuberntes' })).not.toHaveProperty('correction');
    // “Many results” means the total, not the number on the page.
    expect(await search({ q: 'kuberntes', limit: '2' })).not.toHaveProperty('correction');
  });
});

describe('highlights', () => {
  const marksOf = async (q: string) => {
    const { results } = await search({ q, description: 'summary' });
    const [first] = results;
    if (!first) throw new Error('nothing was found');
    return cut(first);
  };

  /** Returns the parts of a job's texts that are highlighted. */
  function cut({ title, company, location, description, highlights }: JobListItem) {
    const texts = { title, company: company.name, location, description };
    return (['title', 'company', 'location', 'description'] as const).map((name) =>
      (highlights?.[name] ?? []).map(([from, to]) => texts[name].slice(from, to)),
    );
  }

  test('mark the words of the search', async () => {
    await post('Rust Engineer', {
      location: 'Rust am See',
      description: '**Engineering** with Rust at Loom.',
    });
    expect(await marksOf('engineers rust')).toEqual([
      ['Rust', 'Engineer'],
      [],
      ['Rust'],
      ['Engineering', 'Rust'],
    ]);
    expect(await marksOf('loom')).toEqual([[], ['Loom'], [], ['Loom']]);
  });

  test('are correct beside characters of any width, case and accent', async () => {
    await post('🦀 ÉLÈVE — Ingénieur 🦀🦀 Rust', { description: 'À la ﬁn: 🧵 ingénieur!' });
    expect(await marksOf('ingenieur rust')).toEqual([['Ingénieur', 'Rust'], [], [], ['ingénieur']]);
  });

  test('also mark prefixes', async () => {
    await post('Webmaster', { description: 'A website.' });
    expect(await marksOf('web')).toEqual([['Webmaster'], [], [], ['website']]);
  });

  test('mark no excluded words, and mark nothing in a search without words', async () => {
    await post('Rust Engineer');
    expect(await marksOf('rust -go')).toEqual([['Rust'], [], [], []]);
    expect(await search({ description: 'summary' })).not.toHaveProperty('results.0.highlights');
    expect(await search({ q: 'rust' })).not.toHaveProperty('results.0.highlights');
  });

  test('never exceed the text, whatever an employer writes', async () => {
    await post('Rust \ue000 \ue001\ue001 Engineer \ue000', { description: '\ue001 Rust \ue000' });
    expect(await marksOf('engineer rust')).toEqual([['Rust', 'Engineer'], [], [], ['Rust']]);
  });
});
