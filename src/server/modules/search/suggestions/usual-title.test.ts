import { expect, test } from 'vitest';
import { usualTitle } from './usual-title.ts';

test.each([
  ['Software Engineer', 'Software Engineer'],
  ['Senior Software Engineer', 'Software Engineer'],
  ['Sr. Software Engineer II', 'Software Engineer'],
  ['Staff Software Engineer, Payments', 'Software Engineer'],
  ['Mid-Level Software Engineer', 'Software Engineer'],
  ['Mid Level Software Engineer', 'Software Engineer'],
  ['Software Engineer (m/f/d)', 'Software Engineer'],
  ['Software Engineer m/w/d', 'Software Engineer'],
  ['(Senior) Software Engineer - Berlin', 'Software Engineer'],
  ['[Remote] Software Engineer – Platform', 'Software Engineer'],
  ['Remote Software Engineer | EMEA', 'Software Engineer'],
  ['Software Engineer, Senior', 'Software Engineer'],
  ['Software Engineer Level 3', 'Software Engineer'],
  ['  Software   Engineer  ', 'Software Engineer'],
  ['Front-End Engineer', 'Front-End Engineer'],
  ['UI/UX Designer', 'UI/UX Designer'],
  ['C++ Developer', 'C++ Developer'],
  ['Lead Generation Specialist', 'Lead Generation Specialist'],
  ['Lead Designer', 'Designer'],
  ['Team Lead', 'Team Lead'],
  ['Support Staff', 'Support Staff'],
  ['Product Manager: Growth', 'Product Manager'],
  ['Softwareentwickler (m/w/d)', 'Softwareentwickler'],
  ['シニア ソフトウェアエンジニア（東京）', 'ソフトウェアエンジニア'],
])('the usual title of %j is %j', (title, usual) => {
  expect(usualTitle(title)).toBe(usual);
});

test.each(['Senior', '(m/f/d)', '- Berlin', '2', '***', 'x'.repeat(200)])(
  '%j has no usual title',
  (title) => {
    expect(usualTitle(title)).toBeUndefined();
  },
);
