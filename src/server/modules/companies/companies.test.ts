import { describe, expect, test } from 'vitest';
import { createCompany } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const NIL_ID = '00000000-0000-0000-0000-000000000000';

const board = setUpTestBoard();
const { get } = board;

describe('GET /api/companies', () => {
  test('lists companies alphabetically, ignoring case and accents', async () => {
    for (const name of ['zebra', 'Émile', 'apple', 'Fig', 'Zoo']) {
      await createCompany(board.db, { name });
    }
    const { status, body } = await get('/api/companies');
    expect(status).toBe(200);
    expect(body.results.map(({ name }: { name: string }) => name)).toEqual([
      'apple',
      'Émile',
      'Fig',
      'zebra',
      'Zoo',
    ]);
    expect(body).not.toHaveProperty('next');
  });

  test('lists every company exactly once across the pages, even if names are equal', async () => {
    for (const name of ['Ada', 'Ada', 'Ada', 'Bea', "O'Hara", '日本', '"quoted"']) {
      await createCompany(board.db, { name });
    }
    const seen: string[] = [];
    let next: string | undefined;
    do {
      const { body } = await get(`/api/companies?limit=2${next ? `&cursor=${next}` : ''}`);
      seen.push(...body.results.map(({ id }: { id: string }) => id));
      next = body.next;
    } while (next);
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
  });

  test('returns the description in the requested format', async () => {
    await createCompany(board.db, { description: `**We** make ${'x'.repeat(400)}` });
    const form = async (query: string) => (await get(`/api/companies${query}`)).body.results[0];
    expect(await form('')).toMatchObject({
      description: `**We** make ${'x'.repeat(400)}`,
      truncated: false,
    });
    expect(await form('?description=summary')).toMatchObject({
      description: `We make ${'x'.repeat(292)}`,
      truncated: true,
    });
    expect(await form('?description=none')).toMatchObject({ description: '', truncated: false });
    expect((await get('/api/companies?description=html')).status).toBe(400);
  });

  test('accepts limits from 1 to 500', async () => {
    expect((await get('/api/companies?limit=500')).status).toBe(200);
    expect((await get('/api/companies?limit=501')).body.errors).toEqual([
      { path: 'limit', message: 'must be a whole number from 1 to 500' },
    ]);
  });

  test.each([
    'nonsense',
    Buffer.from('["Ada"]').toString('base64url'),
    cursorOf('Ada', 'nope'),
    cursorOf('a\0', NIL_ID),
  ])('refuses a cursor that the API never issued: %s', async (cursor) => {
    const { status, body } = await get(`/api/companies?cursor=${cursor}`);
    expect(status).toBe(400);
    expect(body.errors[0].path).toBe('cursor');
  });
});

function cursorOf(key: string, id: string): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url');
}

describe('GET /api/companies/:id', () => {
  test('renders the description of a company if requested', async () => {
    const { id } = await createCompany(board.db, { description: '**We** make things' });
    expect((await get(`/api/companies/${id}?description=html`)).body.description).toBe(
      '<p><strong>We</strong> make things</p>\n',
    );
    expect((await get(`/api/companies/${id}?description=none`)).status).toBe(400);
  });

  test('returns a company', async () => {
    const { id } = await createCompany(board.db, { name: 'Loom', logo: '/demo-logos/loom.svg' });
    expect(await get(`/api/companies/${id}`)).toMatchObject({
      status: 200,
      body: {
        id,
        name: 'Loom',
        description: 'We make things.',
        website: 'https://ada.example',
        logo: '/demo-logos/loom.svg',
      },
    });
  });

  test.each(['nope', NIL_ID, '%00'])('returns 404 for an unknown company: %s', async (id) => {
    const { status, type, body } = await get(`/api/companies/${id}`);
    expect(status).toBe(404);
    expect(type).toContain('application/problem+json');
    expect(body.detail).toBe('There is no such company.');
  });
});
