import { expect, test } from 'vitest';
import { z } from 'zod';
import { exampleOf } from './example-of.ts';

test('an example is composed of the examples of the parts', () => {
  const schema = z.object({
    title: z.string(),
    reason: z.string(),
    at: z.iso.datetime().nullable(),
    state: z.enum(['open', 'closed']),
    jobs: z.array(z.object({ id: z.string().meta({ example: 'a' }), open: z.boolean() })),
    closed: z.string().nullable().meta({ example: null }),
  });
  expect(exampleOf(schema, 'output')).toEqual({
    title: 'Loom mechanic',
    reason: '',
    at: '2026-11-20T09:30:00.000Z',
    state: 'open',
    jobs: [{ id: 'a', open: false }],
    closed: null,
  });
});

test('an optional part is in an example only if it states one', () => {
  const schema = z.object({
    one: z.string().optional(),
    two: z.string().meta({ example: 'b' }).optional(),
    three: z.string().default('c'),
    four: z.string().default('').meta({ example: 'd' }),
  });
  expect(exampleOf(schema, 'input')).toEqual({ two: 'b', four: 'd' });
  expect(exampleOf(schema, 'output')).toEqual({ two: 'b', three: '', four: 'd' });
});

test('a transformed value has the example of the side that is sent', () => {
  const count = z.string().meta({ example: '7' }).transform(Number).pipe(z.int());
  expect(exampleOf(count, 'input')).toBe('7');
  expect(exampleOf(count, 'output')).toBe(1);
});

test('a value that cannot be composed must state an example', () => {
  expect(() => exampleOf(z.object({ size: z.bigint() }), 'output')).toThrow(/“size” \(bigint\)/);
});
