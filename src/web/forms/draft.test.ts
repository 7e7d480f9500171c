import { afterEach, expect, test, vi } from 'vitest';
import { draftName, newIdempotencyKey, readDraft, storeDraft } from './draft.ts';

/** Fakes a session storage that contains one value. */
function store(name: string, text: string): void {
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => (key === name ? text : null) });
}

afterEach(() => vi.unstubAllGlobals());

const DRAFT = { values: { title: 'Weaver' }, etag: '"1"', idempotencyKey: 'k' };

test('a draft belongs to a person and a page', () => {
  const name = draftName({ id: 'ada' }, '/jobs/add');
  store(name, JSON.stringify(DRAFT));
  expect(readDraft(name)).toEqual(DRAFT);
  expect(readDraft(draftName({ id: 'eve' }, '/jobs/add'))).toBeUndefined();
  expect(readDraft(draftName({ id: 'ada' }, '/companies/add'))).toBeUndefined();
});

test.each([
  '{',
  '7',
  'null',
  '{}',
  JSON.stringify({ ...DRAFT, values: null }),
  JSON.stringify({ ...DRAFT, values: { title: 7 } }),
  JSON.stringify({ ...DRAFT, etag: 7 }),
  JSON.stringify({ ...DRAFT, idempotencyKey: undefined }),
])('a damaged draft is ignored: %s', (text) => {
  store('name', text);
  expect(readDraft('name')).toBeUndefined();
});

test('without storage, a form works but stores no drafts', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(readDraft('name')).toBeUndefined();
  expect(() => storeDraft('name', DRAFT)).not.toThrow();
});

test('each idempotency key is new', () => {
  expect(newIdempotencyKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(newIdempotencyKey()).not.toBe(newIdempotencyKey());
});
