import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { csvStream, inBatches } from './csv.ts';

const HEADER = ['Id', 'Text'];
const TEXT = 'a text of some length, '.repeat(40);
const MANY = 1_000_000;

/** Yields many rows. Counts the rows that were read, and records whether the reading has ended. */
function countedRows(number = MANY) {
  const counted = { rows: 0, hasEnded: false };
  async function* read() {
    try {
      while (counted.rows < number) {
        counted.rows += 1;
        yield [String(counted.rows), TEXT];
      }
    } finally {
      counted.hasEnded = true;
    }
  }
  return { counted, rows: read() };
}

const file = (rows: AsyncIterable<readonly string[]>) =>
  csvStream({ name: 'a.csv', header: HEADER, rows });

describe('a file', () => {
  test('a CSV file has the header and all rows, and no cell that a spreadsheet would run', async () => {
    async function* read() {
      yield ['1', 'one, "two"\nthree'];
      yield ['2', '=1+1'];
    }
    expect(await text(file(read()))).toBe(
      '\uFEFFId,Text\r\n1,"one, ""two""\nthree"\r\n2,\'=1+1\r\n'.replace('\uFEFF', ''),
    );
  });

  test('a CSV file is read only as fast as its client reads, so that any number of rows needs little memory', async () => {
    const { counted, rows } = countedRows();
    const stream = file(rows);
    let bytes = 0;
    while (bytes < 1_000_000) {
      const chunk: Buffer | null = stream.read();
      if (chunk) bytes += chunk.length;
      else await once(stream, 'readable');
    }
    // When the client stops reading, the rows that were read but not received must fit into the buffers of the streams.
    await new Promise(setImmediate);
    const readOnTheWay = counted.rows * TEXT.length - bytes;
    expect(readOnTheWay).toBeLessThan(500_000);
    stream.destroy();
  });

  test('a CSV file is not read further once its client has disconnected', async () => {
    const { counted, rows } = countedRows();
    const stream = file(rows);
    await once(stream, 'readable');
    stream.destroy();
    await expect.poll(() => counted.hasEnded).toBe(true);
    expect(counted.rows).toBeLessThan(10_000);
  });

  test('a CSV file ends with an error if its rows cannot be read', async () => {
    async function* read() {
      yield ['1', 'one'];
      throw new Error('The database is away');
    }
    await expect(text(file(read()))).rejects.toThrow('The database is away');
  });
});

describe('rows in batches', () => {
  const numbers = (total: number, sizes: number[]) =>
    inBatches<number>(async ({ limit, after = 0 }) => {
      sizes.push(limit);
      return Array.from({ length: Math.min(limit, total - after) }, (_, n) => after + n + 1);
    }, 3);

  test.each([
    [0, 1],
    [2, 1],
    [3, 2],
    [7, 3],
  ])('reading %d rows in batches takes %d queries', async (total, queries) => {
    const sizes: number[] = [];
    const rows: number[] = [];
    for await (const row of numbers(total, sizes)) rows.push(row);
    expect(rows).toEqual(Array.from({ length: total }, (_, n) => n + 1));
    expect(sizes).toEqual(Array.from({ length: queries }, () => 3));
  });

  test('the next batch of rows is not read before it is needed', async () => {
    const sizes: number[] = [];
    const rows = numbers(100, sizes);
    for (let count = 0; count < 3; count += 1) await rows.next();
    expect(sizes).toHaveLength(1);
    await rows.return(undefined);
    expect(sizes).toHaveLength(1);
  });
});
