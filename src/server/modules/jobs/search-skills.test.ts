import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { extendDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { parseDictionary } from '#server/content/dictionary/parse-dictionary.ts';
import { job_facts } from '#server/db/fact-tables.ts';
import { readMissingFacts } from '#server/modules/facts/commands.ts';
import { createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

afterEach(() => extendDictionary({ groups: [], related: '' }));

const REQUIREMENTS = '# Requirements\n\n- Node.js, C++ or Go';

const post = (title: string, description: string) => createJob(board.db, { title, description });

async function titles(parameters: Record<string, string>): Promise<string[]> {
  const { body } = await board.get(`/api/jobs?${new URLSearchParams(parameters)}`);
  expect(body.total).toBe(body.results.length);
  return body.results.map(({ title }: { title: string }) => title).sort();
}

test('a job lists its skills, each with the part of the job that names it', async () => {
  const { id } = await post('Rust Engineer', `You use Postgres.\n\n${REQUIREMENTS}`);
  const { body } = await board.get(`/api/jobs/${id}`);
  expect(body.skills).toEqual([
    { name: 'Rust', part: 'title' },
    { name: 'Node.js', part: 'requirements' },
    { name: 'C++', part: 'requirements' },
    { name: 'Go', part: 'requirements' },
    { name: 'PostgreSQL', part: 'description' },
  ]);
});

describe('the skill filter', () => {
  test('the skill filter finds jobs that name the skill, in any spelling', async () => {
    await post('Backend Engineer', REQUIREMENTS);
    await post('Cluster Engineer', 'You run k8s.');
    await post('Kubernetes Lead', '');
    for (const skill of ['Kubernetes', 'kubernetes', 'K8S', 'kube']) {
      expect(await titles({ skill }), skill).toEqual(['Cluster Engineer', 'Kubernetes Lead']);
    }
    for (const skill of ['nodejs', 'Node JS', 'cpp', 'Go', 'golang']) {
      expect(await titles({ skill }), skill).toEqual(['Backend Engineer']);
    }
    expect(await titles({ skill: 'Kubernetes', q: 'lead' })).toEqual(['Kubernetes Lead']);
  });

  test.each(['falconry', 'Rust falconry', 'engineer', "'", '\\', '$', '!'])(
    'the skill filter finds no job for an unknown skill: %s',
    async (skill) => {
      await post('Rust Engineer', '');
      expect(await titles({ skill })).toEqual([]);
    },
  );
});

describe('the options of the skill filter', () => {
  const counts = async (parameters: Record<string, string>) => {
    const { body } = await board.get(`/api/jobs/counts?${new URLSearchParams(parameters)}`);
    return body.skill;
  };

  test('are the most frequent skills of the jobs that match the other filters', async () => {
    await post('Rust Engineer', 'Docker');
    await post('Rust Developer', 'Docker, Terraform');
    await post('Designer', 'Figma');
    const found = [
      { value: 'Docker', jobs: 2 },
      { value: 'Rust', jobs: 2 },
      { value: 'Terraform', jobs: 1 },
    ];
    expect(await counts({ q: 'rust' })).toEqual(found);
    expect(await counts({ q: 'rust', skill: 'Terraform' })).toEqual(found);
    expect(await counts({ q: 'falconer' })).toEqual([]);
    expect(await counts({})).toContainEqual({ value: 'Figma', jobs: 1 });
  });

  test('the skill filter has at most twelve options', async () => {
    await post(
      'Polyglot',
      'Rust, Python, Java, Ruby, PHP, Perl, Haskell, Elixir, Erlang, Scala, Lua, COBOL, Kotlin',
    );
    expect(await counts({})).toHaveLength(12);
  });
});

test('the facts of a job are read again when the dictionary changes', async () => {
  const { id } = await post('Beekeeper', 'You know queen rearing.');
  extendDictionary(parseDictionary('[skills]\nQueen rearing'));
  expect(await readMissingFacts(board.db)).toBe(1);
  expect(await readMissingFacts(board.db)).toBe(0);
  const [row] = await board.db
    .select({ skills: job_facts.skills })
    .from(job_facts)
    .where(sql`${job_facts.job_id} = ${id}`);
  expect(row?.skills).toEqual([{ name: 'Queen rearing', part: 'description' }]);
  expect(await titles({ skill: 'queen rearing' })).toEqual(['Beekeeper']);
});
