import { expect, test } from 'vitest';
import { jazzHr } from './jazzhr.ts';
import { readFeed } from './testing/read-feed.ts';

const URL = 'https://app.jazz.co/feeds/export/jobs/acme';

/** A made-up job in the format of JazzHR's feed. */
function job(fields = '', status = 'Open') {
  return `<job>
    <id><![CDATA[job_20260304050607_ABCDEF]]></id><title><![CDATA[Loom Builder]]></title>
    <url><![CDATA[http://acme.applytojob.com/apply/AbC/Loom-Builder]]></url>
    <city><![CDATA[Akron]]></city><state><![CDATA[OH]]></state><country><![CDATA[United States]]></country>
    <description><![CDATA[<p>Build looms.</p>]]></description><type><![CDATA[Full Time]]></type>
    <status><![CDATA[${status}]]></status>${fields}</job>`;
}

const read = (...jobs: string[]) =>
  readFeed(jazzHr, 'acme', { [URL]: `<?xml version="1.0"?><jobs>${jobs.join('')}</jobs>` });

test('a job of the feed becomes a job of this board', async () => {
  const { jobs, isComplete } = await read(job());
  expect(jobs).toMatchObject([
    {
      sourceId: 'job_20260304050607_ABCDEF',
      title: 'Loom Builder',
      type: 'Full-Time',
      employment: 'full-time',
      location: 'Akron, OH, United States',
      description: 'Build looms.',
      applyurl: 'http://acme.applytojob.com/apply/AbC/Loom-Builder',
      date: new Date('2026-03-04T05:06:07Z'),
    },
  ]);
  expect(isComplete).toBe(true);
});

test('a job that is not open is not in the list', async () => {
  const { items } = await read(job(), job('', 'Draft'));
  expect(items).toHaveLength(1);
});

test('a job whose id contains no time is posted when it is read', async () => {
  const before = Date.now();
  const body = `<jobs>${job().replace('job_20260304050607_ABCDEF', 'abc')}</jobs>`;
  const { jobs } = await readFeed(jazzHr, 'acme', { [URL]: body });
  expect(jobs[0]?.date.getTime()).toBeGreaterThanOrEqual(before);
});

test('an empty feed is not complete', async () => {
  expect(await read()).toMatchObject({ isComplete: false });
});
