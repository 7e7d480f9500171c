import { describe, expect, test } from 'vitest';
import { readSkills } from './read-skills.ts';
import { labelOf } from './spelling-groups.ts';

const read = (description: string, title = '') =>
  [...readSkills({ title, description })].map(([group, part]) => [labelOf(group), part]);

const names = (text: string) => read(text).map(([name]) => name);

test('each skill comes with the most important part of the ad that names it, and skills in the title come first', () => {
  const description =
    '# What you do\n\nYou use Postgres and Docker.\n\n# Requirements\n\n- Docker, k8s';
  expect(read(description, 'Senior Rust Engineer')).toEqual([
    ['Rust', 'title'],
    ['Docker', 'requirements'],
    ['Kubernetes', 'requirements'],
    ['PostgreSQL', 'description'],
  ]);
});

describe('only what the job asks for or works with counts', () => {
  const job = '# Requirements\n\n- Rust';

  test.each([
    '# About us\n\nWe built the first Kubernetes cloud.',
    '# About Loom 24\n\nBacked by the founders of Docker.',
    '# Why Loom\n\nOur customers use Salesforce.',
    '**Benefits**\n\n- Webinars about Python',
    'Über uns:\n\nWir lieben Kubernetes.',
    '# Our hiring process\n\nWe use machine learning in Ashby.',
    'Loom is the leading Kubernetes cloud.',
    'You can read the bias audit of our AI tools.',
  ])('not what is said about the company: %j', (section) => {
    expect(names(`${section}\n\n${job}`)).toEqual(['Rust']);
  });

  test.each([
    'You will run Kubernetes.',
    '# The role\n\nYou join the team that runs Kubernetes.',
    '# Nice to have\n\n- Kubernetes',
    '# Dein Profil\n\n- Kubernetes',
  ])('what is said about the job: %j', (section) => {
    expect(names(`${section}\n\n${job}`)).toContain('Kubernetes');
  });

  test.each([
    'You turn MQLs into SQLs.',
    'You join a company with a $3.1B valuation.',
    'You know Lean, Six Sigma, Agile.',
    'You design systems that last.',
    '- Design systems for looms',
  ])('not words that only look like a skill: %j', (text) => {
    const wrong = ['SQL', 'Valuation', 'Sigma Computing', 'Design systems'];
    expect(names(text).filter((name) => wrong.includes(name ?? ''))).toEqual([]);
  });
});

describe('names with symbols are read', () => {
  test.each([
    ['You write C++ and C#.', ['C++', 'C#']],
    ['You know .NET (F#), Node.js.', ['.NET', 'F#', 'Node.js']],
    ['Markdown such as **C\\+\\+** and C\\#', ['C++', 'C#']],
    ['Golang services', ['Go']],
    ['CI/CD with GitHub Actions', ['Continuous integration', 'GitHub Actions']],
  ])('%s', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });
});

describe('names of skills that also have other meanings', () => {
  test.each([
    ['Python, Go or Rust', ['Python', 'Rust', 'Go']],
    ['Experience with R, Python and SQL', ['Python', 'SQL', 'R']],
    ['**Terraform**, and **Chef**', ['Terraform', 'Chef']],
    ['C/C++', ['C++', 'C']],
    ['Tools: Notion, Slack', ['Notion', 'Slack']],
    ['Services in Go and/or Python', ['Python', 'Go']],
  ])(
    'names of skills that also have other meanings count in a list of skills: %s',
    (text, expected) => {
      expect(names(text)).toEqual(expected);
    },
  );

  test.each([
    ['- Spark', ['Apache Spark']],
    ['Experience with Spark at scale', ['Apache Spark']],
    ['Services written in Go', ['Go']],
    ['Coursework in Swift', ['Swift']],
  ])(
    'names of skills that also have other meanings count as a list item, or after words such as "experience with": %s',
    (text, expected) => {
      expect(names(text)).toEqual(expected);
    },
  );

  test.each([
    'Go and get it done',
    'Experience with Go to store',
    'A spark of notion and outreach',
    'Digital nomads gladly mocha',
    'go-to person with the notion of a segment',
    'Cut some slack',
    'Series A, B, C',
    'You excel in writing and polish texts',
    'Paid at the point of sale',
    'The React team works out of Notion',
  ])('names of skills that also have other meanings do not count elsewhere: %s', (text) => {
    expect(names(text).filter((name) => name !== 'React')).toEqual([]);
  });
});

test('company names and URLs do not count as skills', () => {
  expect(names('Backed by the founders of Okta, Airtable and Klaviyo. We use Figma.')).toEqual([
    'Figma',
  ]);
  expect(names('See [our site](https://docker.com/python) and https://php.net')).toEqual([]);
});

test('a skill of several words is not found across punctuation', () => {
  expect(names('workflow design, system configuration')).toEqual([]);
  expect(names('design systems')).toEqual(['Design systems']);
});

test('if the names of skills overlap, only the longest counts', () => {
  expect(names('React Native and Google Analytics')).toEqual(['React Native', 'Google Analytics']);
});
