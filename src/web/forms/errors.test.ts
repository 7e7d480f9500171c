import { expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from '#web/api/errors.ts';
import { checkBody, errorMessage, errorsOf, FieldErrors } from './errors.ts';

const problem = { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'Invalid.' };

test('the first error of each field is shown as a sentence', () => {
  const schema = z.object({
    title: z.string().min(3, 'must be longer').regex(/x/, 'must have an x'),
    company: z.object({ id: z.string().min(1, 'must be chosen') }),
  });
  expect(checkBody(schema, { title: '', company: { id: '' } })).toEqual({
    title: 'This must be longer.',
    'company.id': 'This must be chosen.',
  });
  expect(checkBody(schema, { title: 'xxx', company: { id: '1' } })).toEqual({});
});

test('if every error is shown beside a field, the form shows no message of its own', () => {
  const error = new ApiError(400, {
    ...problem,
    errors: [{ path: 'title', message: 'must be shorter' }],
  });
  expect(errorsOf(error)).toEqual({ title: 'This must be shorter.' });
  expect(errorMessage(error)).toBeUndefined();
  const own = new FieldErrors({ logo: 'Too large.' });
  expect(errorsOf(own)).toEqual({ logo: 'Too large.' });
  expect(errorMessage(own)).toBeUndefined();
});

test('a failure without field errors has its own message', () => {
  expect(errorMessage(new ApiError(503, { ...problem, detail: 'Try later.' }))).toBe('Try later.');
  expect(errorMessage(new TypeError('Failed to fetch'))).toContain('could not be reached');
  expect(errorsOf(new TypeError('Failed to fetch'))).toEqual({});
});
