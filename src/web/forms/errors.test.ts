import { expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from '#web/api/errors.ts';
import {
  checkBody,
  describeErrors,
  errorMessage,
  errorsOf,
  FieldErrors,
  type Issue,
} from './errors.ts';

const problem = { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'Invalid.' };

const TEXTS = {
  labels: { title: 'Job Title', 'company.id': 'Company' },
  missing: { title: 'Enter a job title.', 'company.id': 'Select a company.' },
};

/** Describes errors of a form with these values. */
const describeFor = (values: Record<string, string>) => (issues: Issue[]) =>
  describeErrors(issues, TEXTS, values);

test('the first error of each field is a sentence, which says what to do if the field is empty', () => {
  const schema = z.object({
    title: z.string().min(3, 'must be longer').regex(/x/, 'must have an x'),
    company: z.object({ id: z.string().min(1, 'must be chosen') }),
  });
  const errorsFor = (title: string, company: string) =>
    describeFor({ title, 'company.id': company })(
      checkBody(schema, { title, company: { id: company } }),
    );
  expect(errorsFor(' ', '')).toEqual({
    title: 'Enter a job title.',
    'company.id': 'Select a company.',
  });
  expect(errorsFor('yy', '1')).toEqual({ title: 'Job Title must be longer.' });
  expect(errorsFor('xxx', '1')).toEqual({});
});

test('if every error is shown beside a field, the form shows no further message', () => {
  const error = new ApiError(400, {
    ...problem,
    errors: [{ path: 'title', message: 'must be shorter' }],
  });
  expect(errorsOf(error, describeFor({ title: 'Long' }))).toEqual({
    title: 'Job Title must be shorter.',
  });
  expect(errorMessage(error)).toBeUndefined();
  const own = new FieldErrors({ logo: 'Too large.' });
  expect(errorsOf(own, describeFor({}))).toEqual({ logo: 'Too large.' });
  expect(errorMessage(own)).toBeUndefined();
});

test('a failure without field errors has its own message', () => {
  expect(errorMessage(new ApiError(503, { ...problem, detail: 'Try later.' }))).toBe('Try later.');
  expect(errorMessage(new TypeError('Failed to fetch'))).toContain('could not be reached');
  expect(errorsOf(new TypeError('Failed to fetch'), describeFor({}))).toEqual({});
});
