import { expect, test } from 'vitest';
import { createPreviewStore } from './preview-store.ts';

const picture = () => Buffer.alloc(100);

test('a picture is drawn once, and drawn again after it was evicted', async () => {
  const store = createPreviewStore(250);
  const drawn: string[] = [];
  const get = (key: string) =>
    store.get(key, async () => {
      drawn.push(key);
      return picture();
    });
  await Promise.all([get('a'), get('a'), get('a')]);
  await get('a');
  expect(drawn).toEqual(['a']);
  for (const key of ['b', 'c']) await get(key);
  await get('c');
  expect(drawn).toEqual(['a', 'b', 'c']);
  await get('a');
  expect(drawn).toEqual(['a', 'b', 'c', 'a']);
});

test('a picture that could not be drawn is not cached', async () => {
  const store = createPreviewStore(250);
  const fail = async () => {
    throw new Error('no paint');
  };
  const both = await Promise.allSettled([store.get('a', fail), store.get('a', fail)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await store.get('a', async () => picture())).toHaveLength(100);
});
